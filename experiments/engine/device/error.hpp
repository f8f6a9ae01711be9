#pragma once

#include <canon/error.hpp>

namespace canon::nn {

/// A backend that failed. Matrices that do not fit together, and a backend that this program or
/// machine does not have, are an ArgumentError.
class DeviceError : public Error {
public:
  using Error::Error;
};

} // namespace canon::nn
