#pragma once

#include <cstddef>
#include <string>

namespace canon::lab {

/// Where a long computation says how far it is. The lab prints nothing itself: a program derives
/// from this and shows it as it likes. By default it is silent.
class Progress {
public:
  Progress() = default;
  Progress(const Progress&) = delete;
  Progress& operator=(const Progress&) = delete;
  virtual ~Progress() = default;

  /// `total` pieces of work begin, such as 600 of the noun "pair".
  virtual void begin(std::size_t /*total*/, const std::string& /*noun*/) {}
  /// So many of them are done. May be called from any thread.
  virtual void tick(std::size_t /*count*/) {}
  /// The work that was begun is over.
  virtual void end() {}
  /// A line about what is being done.
  virtual void say(const std::string& /*line*/) {}

  /// How things stand, in several lines: shown in place of the board before, where that can be
  /// done; an empty one is taken away. May be called from any thread.
  virtual void board(const std::string& /*lines*/) {}
  /// A line of what a board shows, where none can be shown. May be called from any thread.
  virtual void news(const std::string& /*line*/) {}

  /// One that shows nothing.
  [[nodiscard]] static Progress& silent() {
    static Progress nothing;
    return nothing;
  }
};

/// One piece of work from begin() to end().
class ProgressScope {
public:
  ProgressScope(Progress& progress, std::size_t total, const std::string& noun)
      : progress_(progress) {
    progress_.begin(total, noun);
  }
  ProgressScope(const ProgressScope&) = delete;
  ProgressScope& operator=(const ProgressScope&) = delete;
  ~ProgressScope() { progress_.end(); }

  void tick(std::size_t count = 1) { progress_.tick(count); }

private:
  Progress& progress_;
};

} // namespace canon::lab
