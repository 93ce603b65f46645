#pragma once

namespace vkalgo::dp {

struct RecurrenceHeader;

/// Returns whether the table is declared as one row or one column with one cell per stage: `rows 1` in CLR and CRL,
/// `columns 1` in RUD and RDU, with a full domain, two indices and no `sequential row`.
bool is_chain(const RecurrenceHeader& header);

}  // namespace vkalgo::dp
