#pragma once

#include <canon/export.hpp>

#include <cstddef>
#include <stdexcept>
#include <string>

namespace canon CANON_API {

/// The one root of everything libcanon throws. A caller's error throws; a mathematical outcome
/// (an eigenspace that cannot be canonized) is a returned verdict and never an exception.
class Error : public std::runtime_error {
public:
  using std::runtime_error::runtime_error;
};

/// Which member of ReadOptions accepts what a reader refused.
enum class ReadRule { none, loops, duplicates, directed, negative_weights, max_text };

/// A file that does not hold what its format promises: "FILE:LINE: expected X, got Y".
class ParseError : public Error {
public:
  /// `line` is 1-based; 0 stands for "the file as a whole" and is not printed.
  ParseError(const std::string& file, std::size_t line, const std::string& what,
             ReadRule rule = ReadRule::none)
      : Error(line == 0 ? file + ": " + what : file + ":" + std::to_string(line) + ": " + what),
        file_(file), line_(line), rule_(rule) {}

  [[nodiscard]] const std::string& file() const noexcept { return file_; }
  [[nodiscard]] std::size_t line() const noexcept { return line_; }
  /// The rule of ReadOptions that refused; none if no option would accept it.
  [[nodiscard]] ReadRule rule() const noexcept { return rule_; }

private:
  std::string file_;
  std::size_t line_;
  ReadRule rule_;
};

/// An argument outside its domain; the message states the violated inequality.
class ArgumentError : public Error {
public:
  using Error::Error;
};

/// An eigensolver that did not converge, or whose residual is too large to be believed.
class SolverError : public Error {
public:
  using Error::Error;
};

/// A source that cannot be opened or read.
class ReadError : public Error {
public:
  using Error::Error;
};

/// A file that cannot be made, written or renamed.
class WriteError : public Error {
public:
  using Error::Error;
};

} // namespace canon
