#pragma once

#include "bench/sort/paper_rows.hpp"

#include <functional>

namespace vkalgo::bench {

/// `vkalgo_bench_sort --paper`: the tables of F. Huertas Ferrer, Paralelizacion en GPU del algoritmo Shell Sort, made
/// again on this device beside the paper's own figures, as JSON by name. `save(tables)` is called after each table, so
/// that a process that is ended early leaves what it has.
Json paper_tables(Runner& runner, const PaperArguments& arguments, int repetitions,
                  const std::function<void(const Json&)>& save);

}  // namespace vkalgo::bench
