#include "run/run_board.hpp"

#include <canon/base/text_table.hpp>

#include <algorithm>
#include <cmath>
#include <cstdio>

namespace canon::lab {
namespace {

constexpr auto silence = std::chrono::seconds(60); ///< between two lines about a run

std::string fixed(double value, const char* format) {
  char text[48];
  std::snprintf(text, sizeof text, format, value);
  return std::isfinite(value) ? text : "-";
}

std::string duration(double seconds) {
  const auto minutes = static_cast<long>(seconds / 60.0);
  return minutes >= 60
             ? std::to_string(minutes / 60) + " h " + std::to_string(minutes % 60) + " min"
         : minutes > 0 ? std::to_string(minutes) + " min"
                       : std::to_string(static_cast<long>(seconds)) + " s";
}

} // namespace

int least_epochs_left(const TrainOptions& train, const Plateau& plateau, double rate, int done) {
  const int limit = std::max(0, train.epochs - done);
  if (!train.plateau.on || train.stop_rate <= 0.0) return limit;
  int left = 0, bad = plateau.bad_epochs;
  while (rate >= train.stop_rate && left < limit) {
    left += train.plateau.patience + 1 - bad;
    bad = 0;
    rate *= train.plateau.factor;
  }
  return std::min(left, limit);
}

RunBoard::RunBoard(Progress& progress, std::vector<Run> runs, std::string score_name)
    : progress_(progress), runs_(std::move(runs)), score_name_(std::move(score_name)),
      states_(runs_.size()) {
  for (std::size_t i = 0; i < runs_.size(); ++i)
    states_[i].rate = runs_[i].train.adam.rate;
}

RunBoard::~RunBoard() {
  progress_.board("");
}

void RunBoard::begin(std::size_t run) {
  const std::lock_guard guard(lock_);
  states_[run].phase = State::running;
  progress_.board(table());
}

void RunBoard::epoch(std::size_t run, const EpochRecord& record) {
  const std::lock_guard guard(lock_);
  State& state = states_[run];
  state.last = record;
  state.rate = state.plateau.next_rate(runs_[run].train.plateau, record.rate,
                                       std::isnan(record.valid_loss) ? record.train_loss
                                                                     : record.valid_loss);
  if (record.seconds <= 0.0) return; // replayed from a checkpoint
  state.epoch_seconds =
      state.epoch_seconds > 0.0 ? 0.8 * state.epoch_seconds + 0.2 * record.seconds : record.seconds;
  progress_.board(table());
  const Clock::time_point now = Clock::now();
  if (state.said != Clock::time_point() && now - state.said < silence) return;
  state.said = now;
  progress_.news(line(run));
}

void RunBoard::end(std::size_t run, bool failed) {
  const std::lock_guard guard(lock_);
  states_[run].phase = failed ? State::failed : State::done;
  progress_.board(table());
}

std::string RunBoard::time_left(std::size_t run) const {
  const State& state = states_[run];
  if (state.phase != State::running || state.epoch_seconds <= 0.0) return "";
  const int epochs =
      least_epochs_left(runs_[run].train, state.plateau, state.rate, state.last.epoch);
  return "≥ " + duration(epochs * state.epoch_seconds);
}

std::string RunBoard::table() const {
  TextTable table({"<row", "seed", "epoch", "rate", "train loss", "valid " + score_name_,
                   "test " + score_name_, "s/epoch", "<left"});
  std::size_t waiting = 0;
  for (std::size_t i = 0; i < runs_.size(); ++i) {
    const State& state = states_[i];
    if (state.phase == State::waiting) {
      ++waiting;
      continue;
    }
    const bool any = state.last.epoch > 0;
    const auto shown = [&](double value, const char* format) {
      return any ? fixed(value, format) : std::string("-");
    };
    table.row({runs_[i].row, std::to_string(runs_[i].seed), std::to_string(state.last.epoch),
               fixed(state.rate, "%.2g"), shown(state.last.train_loss, "%.4f"),
               shown(state.last.valid_score, "%.4f"), shown(state.last.test_score, "%.4f"),
               state.epoch_seconds > 0.0 ? fixed(state.epoch_seconds, "%.1f") : "-",
               state.phase == State::done     ? "done"
               : state.phase == State::failed ? "failed"
                                              : time_left(i)});
  }
  return table.str() + (waiting > 0 ? counted(waiting, "run") + " to come\n" : "");
}

std::string RunBoard::line(std::size_t run) const {
  const State& state = states_[run];
  const EpochRecord& last = state.last;
  return runs_[run].row + ", seed " + std::to_string(runs_[run].seed) + ": epoch " +
         std::to_string(last.epoch) + ", rate " + fixed(last.rate, "%.2g") + ", train loss " +
         fixed(last.train_loss, "%.4f") + ", valid " + score_name_ + " " +
         fixed(last.valid_score, "%.4f") + ", test " + fixed(last.test_score, "%.4f") + ", " +
         fixed(state.epoch_seconds, "%.1f") + " s/epoch, " + time_left(run) + " left";
}

} // namespace canon::lab
