#pragma once

#include <canon/error.hpp>

#include <new>
#include <string>
#include <utility>

namespace canon::nn {

/// A backend that failed: a device that is lost, a call that it refused. Programs end as where a
/// solver failed. Matrices that do not fit together, and a backend that this program or machine
/// does not have, are an ArgumentError.
class DeviceError : public SolverError {
public:
  using SolverError::SolverError;
};

/// A device whose memory is full, after the pool has given back what it could. It is a bad_alloc,
/// as on the CPU: programs end with the exit code for that.
class DeviceMemoryError : public std::bad_alloc {
public:
  explicit DeviceMemoryError(std::string what) : what_(std::move(what)) {}
  [[nodiscard]] const char* what() const noexcept override { return what_.c_str(); }

private:
  std::string what_;
};

} // namespace canon::nn
