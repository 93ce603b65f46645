#pragma once

namespace vkalgo::formats {}

/// The command speaks of files all the time: the names of formats/ are its own.
namespace vkalgo::cli {

using namespace formats;

}  // namespace vkalgo::cli
