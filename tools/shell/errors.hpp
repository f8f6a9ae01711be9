#pragma once

#include <canon/error.hpp>

namespace canon::tool {

/// The command line itself is wrong.
class UsageError : public Error {
public:
  using Error::Error;
};

/// A source that cannot be opened or read: the user's input, unlike a FileError while writing.
class InputError : public Error {
public:
  using Error::Error;
};

} // namespace canon::tool
