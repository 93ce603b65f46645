#pragma once

namespace vkalgo::cli {

/// What mpirun or srun says about the processes that it started, of which this is one.
struct Launch {
    bool started = false;
    /// size: 0 where it is not said
    int rank = 0, size = 0;

    /// There may be others.
    bool several() const { return started && size != 1; }
};

/// By the environment that they set.
Launch launch_of_environment();

}  // namespace vkalgo::cli
