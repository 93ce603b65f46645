#pragma once

namespace vkalgo::formats {}

/// Commands use file formats throughout, so the names of formats/ are visible here.
namespace vkalgo::cli {

using namespace formats;

}  // namespace vkalgo::cli
