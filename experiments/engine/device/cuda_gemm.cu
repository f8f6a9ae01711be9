#include "device/cuda.hpp"
#include "device/cuda_status.hpp"

#include <algorithm>
#include <array>
#include <cstdlib>
#include <cublasLt.h>
#include <map>
#include <memory>
#include <optional>

namespace canon::nn::cuda {
namespace {

constexpr std::size_t workspace_size = std::size_t(32) << 20U; // what the newest devices ask for
/// CANON_TF32=1: products of floats by tensor cores, which round their factors to 10 bits.
const bool tf32 = [] {
  const char* const wanted = std::getenv("CANON_TF32");
  return wanted != nullptr && std::string(wanted) == "1";
}();

/// One workspace for both libraries: all is on one stream.
void* workspace() {
  static void* const block = allocate(workspace_size);
  return block;
}

/// cuBLAS, so set that the same call gives the same bits: it has one stream (the default one, where
/// kernels run too) and one workspace of its own, so that its choice of an algorithm depends on the
/// shapes alone, and sums without atomics. Floats are multiplied as floats unless TF32 is asked
/// for.
cublasHandle_t blas() {
  static const cublasHandle_t handle = [] {
    cublasHandle_t made = nullptr;
    check(cublasCreate(&made), "cublasCreate");
    check(cublasSetWorkspace(made, workspace(), workspace_size), "cublasSetWorkspace");
    check(cublasSetAtomicsMode(made, CUBLAS_ATOMICS_NOT_ALLOWED), "cublasSetAtomicsMode");
    check(cublasSetMathMode(made, tf32 ? CUBLAS_TF32_TENSOR_OP_MATH : CUBLAS_DEFAULT_MATH),
          "cublasSetMathMode");
    return made;
  }();
  return handle; // never destroyed: at the program's end the driver may be gone before us
}

cublasLtHandle_t light() {
  static const cublasLtHandle_t handle = [] {
    cublasLtHandle_t made = nullptr;
    check(cublasLtCreate(&made), "cublasLtCreate");
    return made;
  }();
  return handle;
}

cublasStatus_t multiply(cublasOperation_t ta, cublasOperation_t tb, int m, int n, int k,
                        const float* a, int lda, const float* b, int ldb, float beta, float* c,
                        int ldc) {
  const float one = 1;
  return cublasSgemm(blas(), ta, tb, m, n, k, &one, a, lda, b, ldb, &beta, c, ldc);
}

cublasStatus_t multiply(cublasOperation_t ta, cublasOperation_t tb, int m, int n, int k,
                        const double* a, int lda, const double* b, int ldb, double beta, double* c,
                        int ldc) {
  const double one = 1;
  return cublasDgemm(blas(), ta, tb, m, n, k, &one, a, lda, b, ldb, &beta, c, ldc);
}

cublasOperation_t operation(bool transposed) {
  return transposed ? CUBLAS_OP_T : CUBLAS_OP_N;
}

/// cuBLAS is column-major, so C' = B' A' gives the row-major product.
template <typename T>
void multiply_rows(bool ta, bool tb, std::int64_t m, std::int64_t n, std::int64_t k, const T* a,
                   std::int64_t lda, const T* b, std::int64_t ldb, T beta, T* c, std::int64_t ldc) {
  const auto narrow = [](std::int64_t value) { return static_cast<int>(value); };
  const auto stride = [&](std::int64_t value) { return narrow(std::max<std::int64_t>(1, value)); };
  send_gathered();
  check(multiply(operation(tb), operation(ta), narrow(n), narrow(m), narrow(k), b, stride(ldb), a,
                 stride(lda), beta, c, stride(ldc)),
        "cublas gemm");
}

using Description =
    std::unique_ptr<cublasLtMatmulDescOpaque_t, decltype(&cublasLtMatmulDescDestroy)>;
using Layout =
    std::unique_ptr<cublasLtMatrixLayoutOpaque_t, decltype(&cublasLtMatrixLayoutDestroy)>;
using Preference =
    std::unique_ptr<cublasLtMatmulPreferenceOpaque_t, decltype(&cublasLtMatmulPreferenceDestroy)>;

template <typename Value>
void set(const Description& description, cublasLtMatmulDescAttributes_t what, const Value& value) {
  check(cublasLtMatmulDescSetAttribute(description.get(), what, &value, sizeof value),
        "cublasLtMatmulDescSetAttribute");
}

/// A float matrix of cublasLt, column-major.
Layout layout(std::int64_t rows, std::int64_t columns, std::int64_t stride) {
  cublasLtMatrixLayout_t made = nullptr;
  check(cublasLtMatrixLayoutCreate(&made, CUDA_R_32F, static_cast<std::uint64_t>(rows),
                                   static_cast<std::uint64_t>(columns), stride),
        "cublasLtMatrixLayoutCreate");
  return {made, &cublasLtMatrixLayoutDestroy};
}

/// The alignment of a pointer in bytes, up to 256: some algorithms rely on it.
std::uint32_t alignment(const void* pointer) {
  const auto address = reinterpret_cast<std::uintptr_t>(pointer);
  return static_cast<std::uint32_t>(address % 256 == 0 ? 256 : address & (~address + 1));
}

/// Of a product with an epilogue all that the choice of its algorithm may depend on.
using Shape = std::array<std::int64_t, 13>;

/// What cublasLt proposes first for a shape; none if it cannot do it. Asked once per shape, so that
/// one run uses one algorithm.
std::optional<cublasLtMatmulAlgo_t> algorithm(const Shape& shape, const Description& description,
                                              const Layout& a, const Layout& b, const Layout& c) {
  static std::map<Shape, std::optional<cublasLtMatmulAlgo_t>> known;
  if (const auto found = known.find(shape); found != known.end()) return found->second;
  cublasLtMatmulPreference_t made = nullptr;
  check(cublasLtMatmulPreferenceCreate(&made), "cublasLtMatmulPreferenceCreate");
  const Preference preference(made, &cublasLtMatmulPreferenceDestroy);
  const auto prefer = [&](cublasLtMatmulPreferenceAttributes_t what, auto value) {
    check(cublasLtMatmulPreferenceSetAttribute(preference.get(), what, &value, sizeof value),
          "cublasLtMatmulPreferenceSetAttribute");
  };
  prefer(CUBLASLT_MATMUL_PREF_MAX_WORKSPACE_BYTES, workspace_size);
  prefer(CUBLASLT_MATMUL_PREF_MIN_ALIGNMENT_A_BYTES, static_cast<std::uint32_t>(shape[9]));
  prefer(CUBLASLT_MATMUL_PREF_MIN_ALIGNMENT_B_BYTES, static_cast<std::uint32_t>(shape[10]));
  prefer(CUBLASLT_MATMUL_PREF_MIN_ALIGNMENT_C_BYTES, static_cast<std::uint32_t>(shape[11]));
  prefer(CUBLASLT_MATMUL_PREF_MIN_ALIGNMENT_D_BYTES, static_cast<std::uint32_t>(shape[11]));
  cublasLtMatmulHeuristicResult_t result;
  int count = 0;
  const cublasStatus_t status =
      cublasLtMatmulAlgoGetHeuristic(light(), description.get(), a.get(), b.get(), c.get(), c.get(),
                                     preference.get(), 1, &result, &count);
  std::optional<cublasLtMatmulAlgo_t> choice;
  if (status == CUBLAS_STATUS_SUCCESS && count > 0 && result.state == CUBLAS_STATUS_SUCCESS)
    choice = result.algo;
  known.emplace(shape, choice);
  return choice;
}

} // namespace

void gemm(bool ta, bool tb, std::int64_t m, std::int64_t n, std::int64_t k, const float* a,
          std::int64_t lda, const float* b, std::int64_t ldb, float beta, float* c,
          std::int64_t ldc) {
  multiply_rows(ta, tb, m, n, k, a, lda, b, ldb, beta, c, ldc);
}

void gemm(bool ta, bool tb, std::int64_t m, std::int64_t n, std::int64_t k, const double* a,
          std::int64_t lda, const double* b, std::int64_t ldb, double beta, double* c,
          std::int64_t ldc) {
  multiply_rows(ta, tb, m, n, k, a, lda, b, ldb, beta, c, ldc);
}

bool gemm_with_bias(bool ta, bool tb, std::int64_t m, std::int64_t n, std::int64_t k,
                    const float* a, std::int64_t lda, const float* b, std::int64_t ldb,
                    const float* bias, bool relu, float* c, std::int64_t ldc) {
  if (k == 0) return false;
  cublasLtMatmulDesc_t made = nullptr;
  check(cublasLtMatmulDescCreate(&made, tf32 ? CUBLAS_COMPUTE_32F_FAST_TF32 : CUBLAS_COMPUTE_32F,
                                 CUDA_R_32F),
        "cublasLtMatmulDescCreate");
  const Description description(made, &cublasLtMatmulDescDestroy);
  // C' = B' A', as above: the bias belongs to the rows of C'.
  set(description, CUBLASLT_MATMUL_DESC_TRANSA, operation(tb));
  set(description, CUBLASLT_MATMUL_DESC_TRANSB, operation(ta));
  set(description, CUBLASLT_MATMUL_DESC_EPILOGUE,
      relu ? CUBLASLT_EPILOGUE_RELU_BIAS : CUBLASLT_EPILOGUE_BIAS);
  set(description, CUBLASLT_MATMUL_DESC_BIAS_POINTER, bias);
  const Layout left = layout(tb ? k : n, tb ? n : k, ldb),
               right = layout(ta ? m : k, ta ? k : m, lda), result = layout(n, m, ldc);
  const Shape shape{
      m, n, k, lda, ldb, ldc, ta, tb, relu, alignment(b), alignment(a), alignment(c), tf32};
  const auto chosen = algorithm(shape, description, left, right, result);
  if (!chosen) return false;
  const float one = 1, zero = 0;
  send_gathered();
  check(cublasLtMatmul(light(), description.get(), &one, b, left.get(), a, right.get(), &zero, c,
                       result.get(), c, result.get(), &*chosen, workspace(), workspace_size,
                       nullptr),
        "cublasLtMatmul");
  return true;
}

} // namespace canon::nn::cuda
