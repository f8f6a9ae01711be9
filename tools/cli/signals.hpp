#pragma once

#include <string>

namespace canon::tool {

/// SIGINT and SIGTERM from now on end the program at once, wherever it is (a long eigensolve, a
/// silent standard input), but without a half file or a temporary one; a second one kills. A closed
/// pipe is no longer deadly: writing fails and pipe_broke() says why. Nor is a file larger than
/// `ulimit -f` allows: writing it fails.
/// `message` is the line that says so.
void watch_signals(const std::string& message);

[[nodiscard]] bool pipe_broke();

} // namespace canon::tool
