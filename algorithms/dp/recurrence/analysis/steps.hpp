#pragma once

namespace vkalgo::dp {

struct RecurrenceHeader;
struct SourceText;

/// Returns whether the text of step() shows that step() goes where the line `decisions` says, from any cell. For
/// pattern RUD, the text shows this if each return is `step_t(i - 1, j - DISTANCE, DECISION)`, where DISTANCE has the
/// same words as in that line. If the result is false, step() may still go there.
bool steps_as_declared(const RecurrenceHeader& header, const SourceText& text);

}  // namespace vkalgo::dp
