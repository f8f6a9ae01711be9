#pragma once

namespace canon {

/// For a program that is about to end without unwinding, on a signal say: removes every file and
/// folder that a writer has under a temporary name. From then on no writer can begin or complete a
/// file; one that tries waits for the end of the process. A file system that does not answer is
/// waited for no longer than two seconds. Not to be called from a signal handler itself (it takes a
/// lock and memory).
void discard_unfinished_files() noexcept;

} // namespace canon
