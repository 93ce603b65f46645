#pragma once

#include "cli/answer.hpp"
#include "cli/batch/batch.hpp"
#include "cli/batch/cluster/cluster.hpp"
#include "cli/command.hpp"
#include "engine/result.hpp"

#include <memory>
#include <string>

namespace vkalgo::cli {

/// The part of every process but the first: solves what it is sent, until it is told to end. What fails is told to the
/// first one, so that the answer, of which nothing is printed here, is never an error.
Answer follow(Session& session, const BatchJob& job, const std::shared_ptr<Cluster>& cluster);

/// The host's name.
std::string host_name();

}  // namespace vkalgo::cli
