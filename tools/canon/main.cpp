#include "canon/commands.hpp"
#include "canon/signals.hpp"

#include <canon/parallel.hpp>

#include <armadillo>

#include <iostream>
#include <string>
#include <vector>

int main(int argc, char** argv) {
  std::ios::sync_with_stdio(false);
  canon::tool::watch_signals();
  // One thread inside LAPACK makes every result the same whatever --threads says.
  canon::use_one_blas_thread();
  // Armadillo prints what it also returns; an error of ours is one line.
  std::ostream nowhere(nullptr);
  arma::set_cerr_stream(nowhere);
  const int code =
      canon::tool::run(std::vector<std::string>(argv + (argc > 0 ? 1 : 0), argv + argc));
  arma::set_cerr_stream(std::cerr);
  return code;
}
