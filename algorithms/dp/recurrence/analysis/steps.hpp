#pragma once

namespace vkalgo::dp {

struct RecurrenceHeader;
struct SourceText;

/// Returns whether the text of step() shows that it goes where `decisions` says, from any cell. It does if each return
/// is `step_t(LINE, ALONG - DISTANCE, DECISION)` in the words of the line `decisions`. True is certain; false means
/// that the text does not show it.
bool steps_as_declared(const RecurrenceHeader& header, const SourceText& text);

}  // namespace vkalgo::dp
