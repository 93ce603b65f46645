#pragma once

#include "bench/sort/paper_rows.hpp"

#include <functional>

namespace vkalgo::bench {

/// Runs `vkalgo_bench_sort --paper`: repeats the tables of F. Huertas Ferrer, Paralelizacion en GPU del algoritmo Shell
/// Sort, on this device. Returns them as JSON by name, with the paper's figures. `save(tables)` is called after each
/// table, so that finished tables are saved if the process is ended early.
Json paper_tables(Runner& runner, const PaperArguments& arguments, int repetitions,
                  const std::function<void(const Json&)>& save);

}  // namespace vkalgo::bench
