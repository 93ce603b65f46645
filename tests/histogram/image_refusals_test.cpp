#include "algorithms/histogram/image_histogram.hpp"
#include "engine/descriptors.hpp"
#include "tests/support/device_fixture.hpp"

#include <functional>
#include <string>
#include <utility>
#include <vector>

#include <gtest/gtest.h>

namespace vkalgo::test {
namespace {

/// A fixture that records a histogram of an image after one argument was changed.
class RefusedImages : public DeviceTest {
protected:
    Result<void> recorded(ElementType type, const std::function<void(ImageHistogramArguments&)>& change) {
        const ImageHistogram histogram = take(ImageHistogram::create(context(), {.type = type}));
        const Buffer counts = take(Buffer::create(context(), {.size = histogram.counts_bytes()}));
        // A dry recording uses no handle.
        ImageHistogramArguments arguments{.size = {8, 6}, .counts = counts.view()};
        arguments.image = {.image = reinterpret_cast<VkImage>(16),
                           .view = reinterpret_cast<VkImageView>(32),
                           .layout = VK_IMAGE_LAYOUT_SHADER_READ_ONLY_OPTIMAL,
                           .format = type == ElementType::u32   ? VK_FORMAT_R8_UINT
                                     : type == ElementType::i32 ? VK_FORMAT_R16_SINT
                                                                : VK_FORMAT_R8_UNORM,
                           .extent = {8, 6, 1}};
        change(arguments);
        HazardTracker hazards(HazardTracker::Before::nothing);
        DescriptorArena arena(context());
        Recorder recorder(context(), VK_NULL_HANDLE, arena, {.hazards = &hazards, .dry = true});
        auto result = histogram.record(recorder, arguments);
        if (!result) {
            EXPECT_OK(recorder.status());
            EXPECT_EQ(hazards.last(counts.view()), StageAccess{}) << "not even the fill";
        }
        return result;
    }

    void expect_refused(ElementType type, const std::function<void(ImageHistogramArguments&)>& change,
                        const char* where, const std::string& part) {
        const auto result = recorded(type, change);
        ASSERT_ERROR(result, ErrorCode::invalid_argument);
        EXPECT_EQ(result.error().where, where);
        EXPECT_NE(result.error().message.find(part), std::string::npos) << result.error().message;
    }
};

TEST_F(RefusedImages, AreInALayoutThatShadersCannotRead) {
    using Arguments = ImageHistogramArguments;
    const std::vector<std::pair<VkImageLayout, const char*>> wrong = {
        {VK_IMAGE_LAYOUT_UNDEFINED, "UNDEFINED"},
        {VK_IMAGE_LAYOUT_PREINITIALIZED, "PREINITIALIZED"},
        {VK_IMAGE_LAYOUT_TRANSFER_DST_OPTIMAL, "TRANSFER_DST_OPTIMAL"},
        {VK_IMAGE_LAYOUT_TRANSFER_SRC_OPTIMAL, "TRANSFER_SRC_OPTIMAL"},
        {VK_IMAGE_LAYOUT_COLOR_ATTACHMENT_OPTIMAL, "COLOR_ATTACHMENT_OPTIMAL"},
        {VK_IMAGE_LAYOUT_DEPTH_STENCIL_ATTACHMENT_OPTIMAL, "DEPTH_STENCIL_ATTACHMENT_OPTIMAL"},
        {VK_IMAGE_LAYOUT_PRESENT_SRC_KHR, "PRESENT_SRC_KHR"},
        {VK_IMAGE_LAYOUT_STENCIL_ATTACHMENT_OPTIMAL, "VkImageLayout"}};
    for (const auto& [layout, name] : wrong) {
        expect_refused(
            ElementType::f32, [given = layout](Arguments& a) { a.image.layout = given; }, "image", name);
    }
    for (const VkImageLayout layout :
         {VK_IMAGE_LAYOUT_GENERAL, VK_IMAGE_LAYOUT_SHADER_READ_ONLY_OPTIMAL, VK_IMAGE_LAYOUT_READ_ONLY_OPTIMAL}) {
        EXPECT_OK(recorded(ElementType::f32, [layout](Arguments& a) { a.image.layout = layout; }));
    }
    EXPECT_OK(recorded(ElementType::f32, [](Arguments& a) {
        a.image.layout = VK_IMAGE_LAYOUT_DEPTH_STENCIL_READ_ONLY_OPTIMAL;
        a.image.format = VK_FORMAT_D32_SFLOAT;
        a.image.range.aspectMask = VK_IMAGE_ASPECT_DEPTH_BIT;
    }));
}

TEST_F(RefusedImages, AreOfAnotherTypeThanTheHistogram) {
    const std::vector<std::pair<ElementType, std::vector<VkFormat>>> formats = {
        {ElementType::f32,
         {VK_FORMAT_R8_UNORM, VK_FORMAT_R8_SNORM, VK_FORMAT_R8_USCALED, VK_FORMAT_R8G8B8A8_SRGB,
          VK_FORMAT_B10G11R11_UFLOAT_PACK32, VK_FORMAT_R32_SFLOAT, VK_FORMAT_BC1_RGB_UNORM_BLOCK, VK_FORMAT_D16_UNORM,
          VK_FORMAT_D24_UNORM_S8_UINT}},
        {ElementType::u32,
         {VK_FORMAT_R8_UINT, VK_FORMAT_B8G8R8A8_UINT, VK_FORMAT_A2B10G10R10_UINT_PACK32, VK_FORMAT_R16G16_UINT,
          VK_FORMAT_R32G32B32A32_UINT, VK_FORMAT_S8_UINT}},
        {ElementType::i32,
         {VK_FORMAT_R8_SINT, VK_FORMAT_A8B8G8R8_SINT_PACK32, VK_FORMAT_R16G16B16A16_SINT, VK_FORMAT_R32_SINT}},
        {ElementType::f64, {VK_FORMAT_UNDEFINED, VK_FORMAT_R64_UINT, VK_FORMAT_R64_SINT, VK_FORMAT_R64_SFLOAT}}};
    for (const auto& [of_format, list] : formats) {
        for (const VkFormat format : list) {
            for (const ElementType type : {ElementType::f32, ElementType::u32, ElementType::i32}) {
                SCOPED_TRACE(std::string(to_string(type)) + " of VkFormat " + std::to_string(format));
                const auto change = [format](ImageHistogramArguments& a) { a.image.format = format; };
                if (type == of_format) {
                    EXPECT_OK(recorded(type, change));
                } else {
                    expect_refused(type, change, "image", format == VK_FORMAT_UNDEFINED ? "set `format`" : "VkFormat");
                }
            }
        }
    }
    EXPECT_OK(recorded(ElementType::u32, [](ImageHistogramArguments& a) {
        a.image.format = VK_FORMAT_D24_UNORM_S8_UINT;
        a.image.range.aspectMask = VK_IMAGE_ASPECT_STENCIL_BIT;
    }));
}

TEST_F(RefusedImages, LackTexelsOfTheRegion) {
    using Arguments = ImageHistogramArguments;
    const auto region = [](VkOffset2D offset, VkExtent2D size) {
        return [=](Arguments& a) {
            a.offset = offset;
            a.size = size;
        };
    };
    for (const auto& inside : {region({0, 0}, {8, 6}), region({7, 5}, {1, 1}), region({3, 2}, {5, 4})}) {
        EXPECT_OK(recorded(ElementType::f32, inside));
    }
    for (const auto& beyond :
         {region({0, 0}, {9, 6}), region({0, 0}, {8, 7}), region({1, 0}, {8, 1}), region({0, 6}, {1, 1}),
          region({2147483647, 0}, {1, 1}), region({0, 0}, {4294967295, 1}), region({5, 0}, {4294967295, 1})}) {
        expect_refused(ElementType::f32, beyond, "size", "exceeds the image, which has 8 x 6");
    }
    expect_refused(
        ElementType::f32, [](Arguments& a) { a.image.extent = {}; }, "image", "set `format` and `extent`");
}

}  // namespace
}  // namespace vkalgo::test
