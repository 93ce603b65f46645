// Tests kernels that bind images, samplers and uniform buffers.
#include "engine/descriptors.hpp"
#include "engine/dispatch_table.hpp"
#include "tests/engine/kernels.hpp"
#include "tests/support/general_image.hpp"
#include <vkalgo_spirv/tests_engine/add_image.hpp>

#include <cstring>

namespace vkalgo::test {
namespace {

constexpr std::uint32_t kSide = 19;

struct Layer {
    explicit Layer(ContextOptions options)
        : context(std::move(options)),
          runner(take(Runner::create(*context))),
          source(runner, {kSide, kSide, 2, 1}),
          target(runner, {kSide, kSide, 2, 1}),
          kernel(make_kernel(*context, "add_image", spirv::tests_engine_add_image)) {}

    std::vector<Binding> bindings(const ImageView& from, const ImageView& to) const {
        ImageView sampler;
        sampler.sampler = from.sampler;
        return {constants.view().slice(0, 16), from, from, sampler, to, count.view()};
    }

    ValidatedContext context;
    Runner runner;
    GeneralImage source;
    GeneralImage target;
    Kernel kernel;
    Buffer constants = upload(runner, std::vector<std::uint32_t>{40, 0, 0, 0});
    Buffer count = upload(runner, std::vector<std::uint32_t>{0});
};

ContextOptions with_push_descriptors(bool push) {
    ContextOptions options = test_options();
    options.narrow = [push](DeviceProfile& profile) { profile.push_descriptors &= push; };
    return options;
}

TEST(Images, HaveBindingsThatAreReadFromTheModule) {
    const ModuleInterface module = take(read_interface(spirv::tests_engine_add_image));
    EXPECT_EQ(module.bindings, (std::vector<ModuleBinding>{
                                   {BindingKind::uniform_buffer, Access::read},
                                   {BindingKind::combined_image_sampler, Access::read},
                                   {BindingKind::sampled_image, Access::read},
                                   {BindingKind::sampler, Access::none},
                                   {BindingKind::storage_image, Access::write},
                                   {BindingKind::storage_buffer, Access::read_write},
                               }));
}

TEST(Images, AreBoundWithPushDescriptorsAndWithSets) {
    for (const bool push : {true, false}) {
        Layer layer(with_push_descriptors(push));
        const std::vector<std::uint32_t> texels = random_words(kSide * kSide, 5);
        layer.source.upload(std::as_bytes(std::span(texels)));
        const auto bindings = layer.bindings(layer.source.view(), layer.target.view());
        const auto back = layer.bindings(layer.target.view(), layer.source.view());
        take(layer.runner.run([&](Recorder& recorder) -> Result<void> {
            recorder.dispatch(layer.kernel, bindings, {}, {3, 3, 1});
            recorder.dispatch(layer.kernel, back, {}, {3, 3, 1});
            EXPECT_EQ(recorder.barriers(), 1U) << "both images and the count in one";
            recorder.dispatch(layer.kernel, bindings, {}, {3, 3, 1});
            return recorder.status();
        }));
        const std::vector<std::byte> result = layer.target.download(kSide * kSide * 4);
        for (std::size_t i = 0; i < texels.size(); ++i) {
            std::uint32_t word = 0;
            std::memcpy(&word, result.data() + 4 * i, 4);
            const auto halved = [](std::uint32_t a) { return (a + a) / 2 + 40; };
            ASSERT_EQ(word, halved(halved(halved(texels[i])))) << i;
        }
        EXPECT_EQ(read_back<std::uint32_t>(layer.runner, layer.count.view())[0], 3 * kSide * kSide);
    }
}

TEST(Images, AreTrackedByMipLevel) {
    Layer layer(test_options());
    const auto counter = take(Buffer::create(*layer.context, {.size = 16}));
    auto first = layer.bindings(layer.source.view(0), layer.target.view(0));
    auto second = layer.bindings(layer.source.view(1), layer.target.view(1));
    second[5] = counter.view();
    auto third = layer.bindings(layer.target.view(1), layer.source.view(1));
    third[5] = first[5];
    take(layer.runner.run([&](Recorder& recorder) -> Result<void> {
        recorder.dispatch(layer.kernel, first, {}, {3, 3, 1});
        recorder.dispatch(layer.kernel, second, {}, {2, 2, 1});
        EXPECT_EQ(recorder.barriers(), 0U) << "other levels";
        recorder.dispatch(layer.kernel, third, {}, {2, 2, 1});
        EXPECT_EQ(recorder.barriers(), 1U);
        recorder.hand_over(layer.source.view(1), {VK_PIPELINE_STAGE_TRANSFER_BIT, VK_ACCESS_TRANSFER_READ_BIT});
        EXPECT_EQ(recorder.barriers(), 2U);
        recorder.assume(layer.source.view(0), {VK_PIPELINE_STAGE_TRANSFER_BIT, VK_ACCESS_TRANSFER_WRITE_BIT});
        recorder.dispatch(layer.kernel, first, {}, {3, 3, 1});
        EXPECT_EQ(recorder.barriers(), 3U);
        return recorder.status();
    }));
}

TEST(Images, AreRefusedInALayoutThatKernelsCannotUse) {
    Layer layer(with_push_descriptors(true));
    const auto recorded = [&](VkImageLayout from, VkImageLayout to) {
        ImageView source = layer.source.view(), target = layer.target.view();
        source.layout = from;
        target.layout = to;
        HazardTracker hazards(HazardTracker::Before::nothing);
        DescriptorArena arena(*layer.context);
        Recorder recorder(*layer.context, VK_NULL_HANDLE, arena, {.hazards = &hazards, .dry = true});
        recorder.dispatch(layer.kernel, layer.bindings(source, target), {}, {3, 3, 1});
        return recorder.status();
    };
    EXPECT_OK(recorded(VK_IMAGE_LAYOUT_GENERAL, VK_IMAGE_LAYOUT_GENERAL));
    EXPECT_OK(recorded(VK_IMAGE_LAYOUT_SHADER_READ_ONLY_OPTIMAL, VK_IMAGE_LAYOUT_GENERAL));
    for (const VkImageLayout wrong : {VK_IMAGE_LAYOUT_UNDEFINED, VK_IMAGE_LAYOUT_TRANSFER_DST_OPTIMAL}) {
        EXPECT_ERROR(recorded(wrong, VK_IMAGE_LAYOUT_GENERAL), ErrorCode::invalid_argument);
        EXPECT_ERROR(recorded(VK_IMAGE_LAYOUT_GENERAL, wrong), ErrorCode::invalid_argument);
    }
    EXPECT_ERROR(recorded(VK_IMAGE_LAYOUT_GENERAL, VK_IMAGE_LAYOUT_SHADER_READ_ONLY_OPTIMAL),
                 ErrorCode::invalid_argument);
}

TEST(Images, AreRefusedForBindingsOfBuffersAndTheOtherWayRound) {
    Layer layer(test_options());
    const ImageView image = layer.source.view();
    const auto refused = [&](std::size_t index, const Binding& wrong, const char* words) {
        auto bindings = layer.bindings(image, layer.target.view());
        bindings[index] = wrong;
        const auto result = layer.runner.run([&](Recorder& recorder) -> Result<void> {
            recorder.dispatch(layer.kernel, bindings, {}, {3, 3, 1});
            return recorder.status();
        });
        ASSERT_ERROR(result, ErrorCode::invalid_argument);
        EXPECT_NE(result.error().message.find(words), std::string::npos) << result.error().message;
    };
    ImageView without_sampler = image;
    without_sampler.sampler = VK_NULL_HANDLE;
    ImageView without_view = image;
    without_view.view = VK_NULL_HANDLE;
    refused(0, image, "binding 0 is a uniform buffer, but an image was given");
    refused(1, layer.count.view(), "binding 1 is a combined image sampler, but a buffer was given");
    refused(1, without_sampler, "binding 1 needs a sampler");
    refused(2, without_view, "binding 2 needs an image and its view");
    refused(3, without_sampler, "binding 3 needs a sampler");
    refused(4, layer.count.view(), "binding 4 is a storage image, but a buffer was given");
    refused(5, image, "binding 5 is a storage buffer, but an image was given");
    const DeviceProfile& profile = layer.context->profile();
    refused(0, BufferView{layer.constants.view().buffer, profile.uniform_offset_alignment / 2, 4},
            "which is not a multiple of the device's alignment");
}

}  // namespace
}  // namespace vkalgo::test
