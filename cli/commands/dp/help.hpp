#pragma once

/// What `vkalgo help dp` prints before and after the options.
namespace vkalgo::cli {

inline constexpr const char* kDpDescription =
    "Fills the table of a dynamic-programming recurrence on the device and prints its answer.\n"
    "A recurrence is a built-in problem (--problem, see --list) or a GLSL file of your own\n"
    "(--recurrence); its params are options of this command. Inputs are files or, without files,\n"
    "random with the sizes of --n and --m.";

inline constexpr const char* kDpExamples =
    "  vkalgo dp --pattern NOSE --problem lcs --n 4096\n"
    "  vkalgo dp --problem lcs --solution first.txt second.txt\n"
    "  vkalgo dp --problem edit-distance --rep 2 --solution a.fa b.fa.gz\n"
    "  vkalgo dp --problem align-local --matrix BLOSUM62 --solution a.fa b.fa\n"
    "  vkalgo dp --problem knapsack --capacity 50 --solution items.csv\n"
    "  vkalgo dp --problem matrix-chain --n 6 --show\n"
    "  vkalgo dp --problem binomial --n 60 --m 30\n"
    "  vkalgo dp --problem lcs --n 1000 --verify --table table.npy\n"
    "  vkalgo dp --problem matrix-chain --n 12 --picture table.png\n"
    "  vkalgo dp --problem lcs --dotplot matches.png first.txt second.txt\n"
    "  vkalgo dp --recurrence mine.glsl --input cost=cost.npy --steps 20\n"
    "  vkalgo dp --problem edit-distance --batch pairs.fa --solution\n"
    "  vkalgo dp --problem edit-distance --batch reads.fq.gz --batch genes.fa --top 3\n"
    "  vkalgo dp --problem align-local --batch reads.fq --batch genes.fa --top 1 --output best.sam\n"
    "  vkalgo dp --problem knapsack --write-inputs sample\n"
    "  vkalgo dp --new mine\n"
    "  vkalgo dp --check mine.glsl\n"
    "  vkalgo dp --check mine.glsl cost.npy --steps 20\n"
    "  vkalgo dp --check lcs --n 4 --m 6 --graph lcs.svg\n"
    "  vkalgo dp --list --verbose\n";

}  // namespace vkalgo::cli
