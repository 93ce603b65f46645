#include "algorithms/dp/prediction.hpp"

#include <algorithm>

namespace vkalgo::dp {

bool counts_terms(const RecurrenceHeader& header) {
    return header.reduce && header.properties.own_row_or_column;
}

double work_of(const RecurrenceHeader& header, TableSize size) {
    const auto rows = static_cast<double>(size.rows);
    const auto columns = static_cast<double>(size.columns);
    const double along = header.domain == Domain::lower ? columns : rows;  // from 0, the domain's lines get shorter
    const double across = header.domain == Domain::lower ? rows : columns;
    const double lines = std::min(along, across);
    const double cells = header.domain == Domain::full ? static_cast<double>(size.cells().value_or(0))
                                                       : lines * across - lines * (lines - 1) / 2;
    return counts_terms(header) ? cells * std::max(1.0, lines / 3)
                                : cells;  // a cell at distance d of the diagonal has d terms
}

CostTable cost_table(const DeviceProfile& profile) {
    if (profile.type == DeviceType::software) {
        return {.dispatch = 5e-5,
                .stored_cell = 5e-8,
                .tile_cell = 1e-9,
                .segment_diagonal = 1e-3,
                .segment_term = 1e-8,
                .row_cell = 2e-8,
                .row_barrier = 5e-6,
                .stage_kernels = 0.03,
                .tile_kernels = 0.25,
                .segment_kernels = 0.25,
                .rows_kernels = 0.4};
    }
    const double processors = profile.processors != 0 ? profile.processors : 16;
    return {.dispatch = 4e-6,
            .stored_cell = 3e-9 / processors,
            .step = 1e-8,
            .step_row = 1.2e-8,
            .segment_diagonal = 3e-5,
            .segment_term = 4e-11 / processors,
            .row_cell = 8e-11,
            .row_barrier = 6e-8,
            .row_begin = 4e-6,
            .stage_kernels = 0.001,
            .tile_kernels = 0.0015,
            .segment_kernels = 0.0015,
            .rows_kernels = 0.0015};
}

}  // namespace vkalgo::dp
