#pragma once

#include <canon/error.hpp>

namespace canon::nn {

/// A backend that is not there, or failed. Matrices that do not fit together are a ArgumentError.
class DeviceError : public Error {
public:
  using Error::Error;
};

} // namespace canon::nn
