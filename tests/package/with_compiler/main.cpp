// A host that compiles a shader of its own at run time and runs it with the engine only.
#include "../expect.hpp"
#include <vkalgo/compiler/embedded_texts.hpp>
#include <vkalgo/compiler/glsl.hpp>
#include <vkalgo/engine/kernel.hpp>

#include <array>

int main() {
    const std::array text{vkalgo::compiler::NamedText{"square.comp", R"(#version 460
layout(local_size_x = 64) in;
layout(binding = 0) readonly buffer Source { uint source[]; };
layout(binding = 1) writeonly buffer Target { uint target[]; };
layout(push_constant) uniform Push { uint count; };
void main() {
    const uint i = gl_GlobalInvocationID.x;
    if (i < count) target[i] = source[i] * source[i];
}
)"}};
    const auto spirv = value_of(vkalgo::compiler::compile_glsl(text, vkalgo::compiler::embedded_source()), "compile");
    expect(!vkalgo::compiler::embedded_texts().empty(), "the templates are in the library");

    const std::array broken{vkalgo::compiler::NamedText{"broken.comp", "#version 460\nvoid main() { nonsense }\n"}};
    const auto refused = vkalgo::compiler::compile_glsl(broken, vkalgo::compiler::embedded_source());
    expect(!refused && refused.error().message.find("broken.comp:2") == 0, "an error names file and line");

    const auto context = value_of(vkalgo::Context::create(), "context");
    auto runner = value_of(vkalgo::Runner::create(*context), "runner");
    const auto kernel = value_of(vkalgo::Kernel::create(*context, {.name = "square", .spirv = spirv}), "kernel");
    std::vector<std::uint32_t> numbers(300);
    std::iota(numbers.begin(), numbers.end(), 0u);
    const auto source = value_of(runner.upload_new(std::as_bytes(std::span(numbers))), "upload");
    const auto target = value_of(vkalgo::Buffer::create(*context, {.size = 1200}), "buffer");
    value_of(runner.run([&](vkalgo::Recorder& recorder) -> vkalgo::Result<void> {
        recorder.dispatch(kernel, {source.view(), target.view()}, std::uint32_t{300}, {.x = 5});
        return recorder.status();
    }),
             "run");
    std::vector<std::uint32_t> squares(300);
    done(runner.download(target.view(), std::as_writable_bytes(std::span(squares))), "download");
    for (std::uint32_t i = 0; i < 300; ++i) {
        expect(squares[i] == i * i, "the shader squares");
    }
    std::puts("ok");
}
