#include "tests/support/guarded_buffer.hpp"

#include <algorithm>

namespace vkalgo::test {

GuardedBuffer::GuardedBuffer(Runner& runner, std::uint64_t size, std::uint64_t guard) : runner_(&runner) {
    constexpr std::uint64_t kWord = 4;
    const std::uint64_t alignment = std::max<std::uint64_t>(runner.context().profile().storage_offset_alignment, 256);
    const std::uint64_t before = (guard + alignment - 1) / alignment * alignment;
    const std::uint64_t inside = std::max(kWord, (size + kWord - 1) / kWord * kWord);
    buffer_ =
        take(Buffer::create(runner.context(), {.size = before + inside + guard, .name = "guarded"}), "guarded buffer");
    view_ = buffer_.view().slice(before, inside);
    take(runner.run([&](Recorder& recorder) -> Result<void> {
        recorder.fill(buffer_.view(), kPoison);
        return {};
    }),
         "poison");
}

void GuardedBuffer::expect_intact(const char* what) const {
    const auto check = [&](const BufferView& part, const char* side) {
        const auto words = read_back<std::uint32_t>(*runner_, part);
        const auto changed =
            std::find_if(words.begin(), words.end(), [](std::uint32_t word) { return word != kPoison; });
        EXPECT_EQ(changed, words.end()) << what << ": " << side << " the view, word " << changed - words.begin()
                                        << " of " << words.size() << " was overwritten";
    };
    const std::uint64_t end = view_.offset + view_.size;
    check({view_.buffer, 0, view_.offset}, "before");
    check({view_.buffer, end, buffer_.size() - end}, "after");
}

}  // namespace vkalgo::test
