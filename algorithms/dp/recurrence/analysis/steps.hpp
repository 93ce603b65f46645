#pragma once

namespace vkalgo::dp {

struct RecurrenceHeader;
struct SourceText;

/// Does the text of step() show that it goes where `decisions` says, whatever cell it stands on? So it does where each
/// return is `step_t(LINE, ALONG - DISTANCE, DECISION)` in the words of the line `decisions`. True says so for certain,
/// false does not.
bool steps_as_declared(const RecurrenceHeader& header, const SourceText& text);

}  // namespace vkalgo::dp
