#include "run/done_steps.hpp"

#include "report/stamp.hpp"

#include <algorithm>

namespace canon::lab {
namespace {

Json line_of(const std::string& name, const Json& configuration) {
  return {
      {"step", name}, {"commit", make_stamp(0.0, 1)["commit"]}, {"configuration", configuration}};
}

} // namespace

// The head is the same for all series: steps of another one are lines that are not asked for.
DoneSteps::DoneSteps(const std::filesystem::path& folder, bool fresh)
    : journal_(Journal::in(folder, "steps", {{"format", 1}}, fresh)),
      steps_(journal_->take_lines()) {}

bool DoneSteps::has(const std::string& name, const Json& configuration) const {
  return std::find(steps_.begin(), steps_.end(), line_of(name, configuration)) != steps_.end();
}

void DoneSteps::add(const std::string& name, const Json& configuration) {
  steps_.push_back(line_of(name, configuration));
  journal_->append(steps_.back());
}

} // namespace canon::lab
