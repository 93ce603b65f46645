#pragma once

#include "cli/answer.hpp"
#include "cli/batch/batch.hpp"
#include "cli/batch/cluster/cluster.hpp"
#include "cli/command.hpp"
#include "engine/result.hpp"

#include <memory>
#include <string>

namespace vkalgo::cli {

/// Does the work of a process that is not the first: solves the tasks that it receives, until the first process tells
/// it to end. Errors are sent to the first process, which reports them. So this function returns an Answer in any case,
/// with reported_elsewhere set.
Answer follow(Session& session, const BatchJob& job, const std::shared_ptr<Cluster>& cluster);

/// Returns the host's name.
std::string host_name();

}  // namespace vkalgo::cli
