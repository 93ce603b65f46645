# Rules of cmake --install: libraries, public headers, the command, pages, examples, and the files that find_package and
# pkg-config read.
include(CMakePackageConfigHelpers)
set(package_dir "${CMAKE_INSTALL_LIBDIR}/cmake/vkalgo")

# vkalgo_install_headers(ROOM ROOT GLOBS...): installs the headers in ROOT that match GLOBS to include/vkalgo/ROOM/. A
# header whose head says "Internal to ..." is not installed.
function(vkalgo_install_headers room root)
    list(TRANSFORM ARGN PREPEND "${root}/" OUTPUT_VARIABLE patterns)
    file(GLOB_RECURSE headers CONFIGURE_DEPENDS RELATIVE "${root}" ${patterns})
    foreach(header IN LISTS headers)
        file(STRINGS "${root}/${header}" internal REGEX "^// Internal to " LIMIT_COUNT 1)
        if(NOT internal)
            get_filename_component(folder "${header}" DIRECTORY)
            install(FILES "${root}/${header}" DESTINATION "${CMAKE_INSTALL_INCLUDEDIR}/vkalgo/${room}/${folder}")
        endif()
    endforeach()
endfunction()

vkalgo_install_headers(engine "${vkalgo_SOURCE_DIR}/engine" *.hpp)
vkalgo_install_headers(shaders "${vkalgo_SOURCE_DIR}/shaders" *.h)
vkalgo_install_headers(algorithms "${vkalgo_SOURCE_DIR}/algorithms" *.hpp)

install(TARGETS vkalgo_engine vkalgo_algorithms EXPORT vkalgoTargets)
install(EXPORT vkalgoTargets NAMESPACE vkalgo:: DESTINATION "${package_dir}")
if(TARGET vkalgo_compiler)
    # The compiler has an export of its own, since only hosts that ask for the compiler need glslang.
    vkalgo_install_headers(compiler "${vkalgo_SOURCE_DIR}/compiler" *.hpp)
    install(TARGETS vkalgo_compiler EXPORT vkalgoCompilerTargets)
    install(EXPORT vkalgoCompilerTargets NAMESPACE vkalgo:: DESTINATION "${package_dir}")
endif()
if(TARGET vkalgo)
    install(TARGETS vkalgo)
    if(TARGET vkalgo_mpi)
        install(TARGETS vkalgo_mpi LIBRARY DESTINATION "${CMAKE_INSTALL_LIBDIR}/vkalgo")
    endif()
    if(NOT CMAKE_CROSSCOMPILING)
        install(FILES "${vkalgo_BINARY_DIR}/manual/vkalgo.1" DESTINATION "${CMAKE_INSTALL_MANDIR}/man1")
        install(FILES "${vkalgo_BINARY_DIR}/manual/vkalgo.bash" RENAME vkalgo
            DESTINATION "${CMAKE_INSTALL_DATADIR}/bash-completion/completions")
        install(FILES "${vkalgo_BINARY_DIR}/manual/_vkalgo" DESTINATION "${CMAKE_INSTALL_DATADIR}/zsh/site-functions")
        install(FILES "${vkalgo_BINARY_DIR}/manual/vkalgo.fish"
            DESTINATION "${CMAKE_INSTALL_DATADIR}/fish/vendor_completions.d")
    endif()
endif()

configure_package_config_file(cmake/vkalgoConfig.cmake.in "${vkalgo_generated}/vkalgoConfig.cmake"
    INSTALL_DESTINATION "${package_dir}")
write_basic_package_version_file("${vkalgo_generated}/vkalgoConfigVersion.cmake" COMPATIBILITY SameMinorVersion)
install(FILES "${vkalgo_generated}/vkalgoConfig.cmake" "${vkalgo_generated}/vkalgoConfigVersion.cmake"
    third_party/public_packages.cmake DESTINATION "${package_dir}")

# vkalgo.pc finds its prefix from its own path, so an installed tree may be moved.
file(RELATIVE_PATH pc_to_prefix "/${CMAKE_INSTALL_LIBDIR}/pkgconfig" "/")
string(REGEX REPLACE "/$" "" pc_to_prefix "${pc_to_prefix}")
if(CMAKE_DL_LIBS)
    list(TRANSFORM CMAKE_DL_LIBS PREPEND -l OUTPUT_VARIABLE VKALGO_PC_LIBS)
endif()
configure_file(cmake/vkalgo.pc.in "${vkalgo_generated}/vkalgo.pc" @ONLY)
install(FILES "${vkalgo_generated}/vkalgo.pc" DESTINATION "${CMAKE_INSTALL_LIBDIR}/pkgconfig")
install(FILES LICENSE DESTINATION "${CMAKE_INSTALL_DOCDIR}")

# The pages keep their folder, so that their links to one another and to their images hold.
install(DIRECTORY docs/ DESTINATION "${CMAKE_INSTALL_DOCDIR}" FILES_MATCHING PATTERN *.md PATTERN *.png PATTERN *.svg
    PATTERN *.json)
# examples/CMakeLists.txt is left out, since it builds the examples only within this tree.
file(GLOB example_folders CONFIGURE_DEPENDS LIST_DIRECTORIES true "${vkalgo_SOURCE_DIR}/examples/*")
list(FILTER example_folders EXCLUDE REGEX "/CMakeLists\\.txt$")
install(DIRECTORY ${example_folders} DESTINATION "${CMAKE_INSTALL_DATADIR}/vkalgo/examples")
