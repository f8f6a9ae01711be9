#include "study/lower_eigensolver.hpp"

#include <vector>

// The hidden lengths of the two character arguments come at the end, as gfortran passes them. No
// Armadillo in this file: it has a declaration of its own.
extern "C" void dsyevd_(const char* jobz, const char* uplo, const int* n, double* a, const int* lda,
                        double* w, double* work, const int* lwork, int* iwork, const int* liwork,
                        int* info, std::size_t, std::size_t);

namespace canon::lab {

bool lower_eig_sym(std::size_t n, double* matrix, double* values) {
  if (n == 0) return true;
  const int size = static_cast<int>(n);
  int info = 0;
  const auto call = [&](double* work, int lwork, int* iwork, int liwork) {
    dsyevd_("V", "L", &size, matrix, &size, values, work, &lwork, iwork, &liwork, &info, 1, 1);
  };
  double work_size = 0.0;
  int iwork_size = 0;
  call(&work_size, -1, &iwork_size, -1);
  std::vector<double> work(static_cast<std::size_t>(work_size));
  std::vector<int> iwork(static_cast<std::size_t>(iwork_size));
  call(work.data(), static_cast<int>(work.size()), iwork.data(), iwork_size);
  return info == 0;
}

} // namespace canon::lab
