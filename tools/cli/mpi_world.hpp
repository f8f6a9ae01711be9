#pragma once

#include <boost/mpi/communicator.hpp>

#include <chrono>

namespace canon::tool {

/// The ranks of the job, for the files that speak MPI; after Ranks::begin().
[[nodiscard]] boost::mpi::communicator& everyone();

/// Between two looks for a message: Open MPI itself asks without a pause, which would take a core
/// from those who work.
inline constexpr auto pause = std::chrono::milliseconds(1);

} // namespace canon::tool
