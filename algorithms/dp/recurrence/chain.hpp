#pragma once

namespace vkalgo::dp {

struct RecurrenceHeader;

/// Is the table declared as one row or one column with a cell per stage: `rows 1` in CLR and CRL, `columns 1` in RUD
/// and RDU, of a full domain and two indices?
bool is_chain(const RecurrenceHeader& header);

}  // namespace vkalgo::dp
