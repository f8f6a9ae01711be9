#pragma once

#include "cli/progress.hpp"
#include "train/progress.hpp"

#include <mutex>
#include <optional>
#include <string>

namespace canon::tool {

/// The progress of the lab on standard error: a bar, lines with the time since the
/// start, and on a terminal a board that is drawn in place below them.
class Console : public lab::Progress {
public:
  explicit Console(bool quiet) : quiet_(quiet) {}

  void begin(std::size_t total, const std::string& noun) override;
  void tick(std::size_t count) override { bar_->tick(count); }
  void end() override { bar_.reset(); }
  void say(const std::string& line) override;
  void board(const std::string& lines) override;
  void news(const std::string& line) override;

private:
  void draw(const std::string& lines);

  bool quiet_;
  std::optional<tool::Progress> bar_;
  std::mutex lock_;   ///< of what is below, and of standard error
  std::string board_; ///< as it stands on the terminal
};

} // namespace canon::tool
