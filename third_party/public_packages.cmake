# Finds what vkalgo's installed headers include: the Vulkan headers and tl::expected. Also part of the
# installed package. Sets vkalgo_public_missing to what was not found.
set(vkalgo_public_missing "")
find_package(VulkanHeaders CONFIG QUIET)
if(NOT TARGET Vulkan::Headers)
    find_path(VKALGO_VULKAN_INCLUDE_DIR vulkan/vulkan.h)
    if(VKALGO_VULKAN_INCLUDE_DIR)
        add_library(Vulkan::Headers INTERFACE IMPORTED)
        set_target_properties(Vulkan::Headers PROPERTIES
            INTERFACE_INCLUDE_DIRECTORIES "${VKALGO_VULKAN_INCLUDE_DIR}")
    else()
        list(APPEND vkalgo_public_missing "the Vulkan headers (libvulkan-dev)")
    endif()
endif()
find_package(tl-expected CONFIG QUIET)
if(NOT TARGET tl::expected)
    list(APPEND vkalgo_public_missing "tl::expected (libexpected-dev)")
endif()
