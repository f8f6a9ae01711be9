#include "canon-lab/commands.hpp"
#include "canon-lab/options.hpp"
#include "run/verification.hpp"

namespace canon::tool {

int run_verification(const Words& words) {
  CommandLine line("canon-lab run verification [OPTION]...",
                   "The paper's Algorithms 4 and 5, and the claims of two levels on graphs "
                   "with ties. More: canon verify.\n",
                   {"canon-lab run verification --quick"});
  add_run_options(line, "verification");
  line.arguments(0, 0, "no arguments");
  if (!line.parse(words)) return exit_ok;
  Reporting reporting(line);
  return reporting.finish(lab::run_verification(reporting.run_options(line)));
}

} // namespace canon::tool
