#pragma once

#include "cli/program.hpp"

namespace canon::tool {

int run_encode(const Words& words);
int run_merge(const Words& words);
int run_inspect(const Words& words);
int run_verify(const Words& words);
int run_certify(const Words& words);
int run_generate(const Words& words);
int run_convert(const Words& words);
int run_demo(const Words& words);

/// The program `canon`.
[[nodiscard]] const Program& canon_program();

} // namespace canon::tool
