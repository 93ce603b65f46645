#pragma once

#include "cli/batch/batch_writer.hpp"
#include "cli/batch/spool.hpp"

#include <string>
#include <string_view>

namespace vkalgo::cli {

/// An output whose rows follow each other without anything between or after them.
class TextOutput : public BatchOutput {
public:
    /// The output begins with `header`.
    TextOutput(const std::string& path, std::string_view header) : text_(path) {
        static_cast<void>(text_.write(header));  // Cannot fail: the first text is kept in memory
    }
    Result<void> take(const FormattedRows& formatted) override { return text_.write(formatted.text); }
    Result<void> deliver() override { return text_.deliver(); }

private:
    Spool text_;
};

}  // namespace vkalgo::cli
