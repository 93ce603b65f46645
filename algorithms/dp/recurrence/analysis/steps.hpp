#pragma once

namespace vkalgo::dp {

struct RecurrenceHeader;
struct SourceText;

/// Returns whether the text of step() shows that step() goes where the line `decisions` says, from any cell. The text
/// shows this if each return is `step_t(LINE, ALONG - DISTANCE, DECISION)` in the words of that line. If the result is
/// false, step() may still go there.
bool steps_as_declared(const RecurrenceHeader& header, const SourceText& text);

}  // namespace vkalgo::dp
