#pragma once

#include "cli/progress.hpp"
#include "train/progress.hpp"

#include <optional>
#include <string>

namespace canon::tool {

/// The progress of the lab on standard error: a bar, and lines with the time since the start.
class Console : public lab::Progress {
public:
  explicit Console(bool quiet) : quiet_(quiet) {}

  void begin(std::size_t total, const std::string& noun) override;
  void tick(std::size_t count) override { bar_->tick(count); }
  void end() override { bar_.reset(); }
  void say(const std::string& line) override;

private:
  bool quiet_;
  std::optional<tool::Progress> bar_;
};

} // namespace canon::tool
