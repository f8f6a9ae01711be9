#include "spectrum/mrrr.hpp"

#include <vector>

// The hidden lengths of the three character arguments stand at the end, as gfortran passes them.
extern "C" void dsyevr_(const char* jobz, const char* range, const char* uplo, const int* n,
                        double* a, const int* lda, const double* vl, const double* vu,
                        const int* il, const int* iu, const double* abstol, int* m, double* w,
                        double* z, const int* ldz, int* isuppz, double* work, const int* lwork,
                        int* iwork, const int* liwork, int* info, std::size_t, std::size_t,
                        std::size_t);

namespace canon {

bool mrrr_eig_sym(arma::vec& values, arma::mat& vectors, arma::mat& matrix) {
  const int n = static_cast<int>(matrix.n_rows), unused = 0;
  const double none = 0.0;
  int found = 0, info = 0;
  values.set_size(matrix.n_rows);
  vectors.set_size(matrix.n_rows, matrix.n_rows);
  std::vector<int> support(2 * matrix.n_rows);
  const auto call = [&](double* work, int lwork, int* iwork, int liwork) {
    dsyevr_("V", "A", "U", &n, matrix.memptr(), &n, &none, &none, &unused, &unused, &none, &found,
            values.memptr(), vectors.memptr(), &n, support.data(), work, &lwork, iwork, &liwork,
            &info, 1, 1, 1);
  };
  double work_size = 0.0;
  int iwork_size = 0;
  call(&work_size, -1, &iwork_size, -1);
  std::vector<double> work(static_cast<std::size_t>(work_size));
  std::vector<int> iwork(static_cast<std::size_t>(iwork_size));
  call(work.data(), static_cast<int>(work.size()), iwork.data(), iwork_size);
  return info == 0 && found == n;
}

} // namespace canon
