#pragma once

namespace vkalgo::cli {

/// What the environment says about the processes of mpirun or srun, if this process is one of them.
struct Launch {
    bool started = false;
    /// The rank of this process, from 0, and the number of processes; `size` is 0 if that is unknown.
    int rank = 0, size = 0;

    /// Returns whether there may be other processes.
    bool several() const { return started && size != 1; }
};

/// Reads the environment variables that mpirun and srun set.
Launch launch_of_environment();

}  // namespace vkalgo::cli
