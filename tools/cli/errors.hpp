#pragma once

#include <canon/error.hpp>

namespace canon::tool {

/// The command line itself is wrong.
class UsageError : public Error {
public:
  using Error::Error;
};

} // namespace canon::tool
