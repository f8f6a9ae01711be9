#include "emulation.hpp"

#include <algorithm>
#include <cstring>
#include <cublasLt.h>
#include <cublas_v2.h>

/// cuBLAS's contract for the products of the engine, checked, and then the BLAS of the host. What
/// it computes on a device, its rounding and its choice of algorithms are not emulated.
extern "C" {
void sgemm_(const char*, const char*, const int*, const int*, const int*, const float*,
            const float*, const int*, const float*, const int*, const float*, float*, const int*);
void dgemm_(const char*, const char*, const int*, const int*, const int*, const double*,
            const double*, const int*, const double*, const int*, const double*, double*,
            const int*);
}

using namespace emulation;

namespace {

void host_gemm(const char* ta, const char* tb, const int* m, const int* n, const int* k,
               const float* alpha, const float* a, const int* lda, const float* b, const int* ldb,
               const float* beta, float* c, const int* ldc) {
  sgemm_(ta, tb, m, n, k, alpha, a, lda, b, ldb, beta, c, ldc);
}
void host_gemm(const char* ta, const char* tb, const int* m, const int* n, const int* k,
               const double* alpha, const double* a, const int* lda, const double* b,
               const int* ldb, const double* beta, double* c, const int* ldc) {
  dgemm_(ta, tb, m, n, k, alpha, a, lda, b, ldb, beta, c, ldc);
}

/// Bytes from the first to the last element of a column-major matrix.
template <typename T>
std::size_t extent(int rows, int columns, int stride) {
  if (rows == 0 || columns == 0) return 0;
  return (static_cast<std::size_t>(columns - 1) * static_cast<std::size_t>(stride) +
          static_cast<std::size_t>(rows)) *
         sizeof(T);
}

/// Column-major: op(A) m x k, op(B) k x n, C m x n; then the bias of each row, then the ReLU.
template <typename T>
cublasStatus_t product(bool ta, bool tb, int m, int n, int k, const T* alpha, const T* a, int lda,
                       const T* b, int ldb, const T* beta, T* c, int ldc, const T* bias = nullptr,
                       bool relu = false) {
  if (lost()) return CUBLAS_STATUS_EXECUTION_FAILED;
  if (m < 0 || n < 0 || k < 0 || alpha == nullptr || beta == nullptr ||
      lda < std::max(1, ta ? k : m) || ldb < std::max(1, tb ? n : k) || ldc < std::max(1, m))
    return CUBLAS_STATUS_INVALID_VALUE;
  if (on_device(alpha) || on_device(beta)) stop("gemm: alpha or beta is on the device");
  ++calls().products;
  calls().flops += 2.0 * m * n * k;
  if (m == 0 || n == 0) return CUBLAS_STATUS_SUCCESS;
  if (k > 0) {
    expect_inside(a, ta ? extent<T>(k, m, lda) : extent<T>(m, k, lda), "gemm: A");
    expect_inside(b, tb ? extent<T>(n, k, ldb) : extent<T>(k, n, ldb), "gemm: B");
  }
  expect_inside(c, extent<T>(m, n, ldc), "gemm: C");
  if (bias != nullptr) expect_inside(bias, static_cast<std::size_t>(m) * sizeof(T), "gemm: bias");
  const T factor = *alpha, keep = *beta;
  enqueue("gemm", [=] {
    T* const to = numbers_at(c);
    host_gemm(ta ? "T" : "N", tb ? "T" : "N", &m, &n, &k, &factor, numbers_at(a), &lda,
              numbers_at(b), &ldb, &keep, to, &ldc);
    if (bias == nullptr) return;
    for (int j = 0; j < n; ++j)
      for (int i = 0; i < m; ++i) {
        T& value = to[static_cast<std::size_t>(j) * static_cast<std::size_t>(ldc) +
                      static_cast<std::size_t>(i)];
        value += numbers_at(bias)[i];
        if (relu && value < T(0)) value = T(0);
      }
  });
  return CUBLAS_STATUS_SUCCESS;
}

struct Description {
  cublasOperation_t a = CUBLAS_OP_N, b = CUBLAS_OP_N;
  cublasLtEpilogue_t epilogue = CUBLASLT_EPILOGUE_DEFAULT;
  const void* bias = nullptr;
};
struct Layout {
  int rows, columns, stride;
};
struct Preference {
  std::uint32_t a = 256, b = 256, c = 256, d = 256; ///< alignments in bytes
};

template <typename To, typename From>
To* as(From* opaque) {
  return reinterpret_cast<To*>(opaque);
}

template <typename Value>
cublasStatus_t assign(Value& to, const void* from, std::size_t size) {
  if (from == nullptr || size != sizeof to) return CUBLAS_STATUS_INVALID_VALUE;
  std::memcpy(&to, from, sizeof to);
  return CUBLAS_STATUS_SUCCESS;
}

bool aligned(const void* pointer, std::uint32_t bytes) {
  return reinterpret_cast<u64>(pointer) % bytes == 0;
}

} // namespace

extern "C" {

cublasStatus_t cublasCreate_v2(cublasHandle_t* handle) {
  *handle = reinterpret_cast<cublasHandle_t>(new int(1));
  return CUBLAS_STATUS_SUCCESS;
}
cublasStatus_t cublasSetWorkspace_v2(cublasHandle_t, void* block, size_t bytes) {
  const Lock lock;
  expect_inside(block, bytes, "cublasSetWorkspace");
  return CUBLAS_STATUS_SUCCESS;
}
cublasStatus_t cublasSetAtomicsMode(cublasHandle_t, cublasAtomicsMode_t) {
  return CUBLAS_STATUS_SUCCESS;
}
cublasStatus_t cublasSetMathMode(cublasHandle_t, cublasMath_t) {
  return CUBLAS_STATUS_SUCCESS;
}
const char* cublasGetStatusString(cublasStatus_t status) {
  return status == CUBLAS_STATUS_INVALID_VALUE ? "CUBLAS_STATUS_INVALID_VALUE" : "another status";
}
cublasStatus_t cublasSgemm_v2(cublasHandle_t, cublasOperation_t ta, cublasOperation_t tb, int m,
                              int n, int k, const float* alpha, const float* a, int lda,
                              const float* b, int ldb, const float* beta, float* c, int ldc) {
  const Lock lock;
  return product(ta != CUBLAS_OP_N, tb != CUBLAS_OP_N, m, n, k, alpha, a, lda, b, ldb, beta, c,
                 ldc);
}
cublasStatus_t cublasDgemm_v2(cublasHandle_t, cublasOperation_t ta, cublasOperation_t tb, int m,
                              int n, int k, const double* alpha, const double* a, int lda,
                              const double* b, int ldb, const double* beta, double* c, int ldc) {
  const Lock lock;
  return product(ta != CUBLAS_OP_N, tb != CUBLAS_OP_N, m, n, k, alpha, a, lda, b, ldb, beta, c,
                 ldc);
}

cublasStatus_t cublasLtCreate(cublasLtHandle_t* handle) {
  *handle = reinterpret_cast<cublasLtHandle_t>(new int(1));
  return CUBLAS_STATUS_SUCCESS;
}
cublasStatus_t cublasLtMatmulDescCreate(cublasLtMatmulDesc_t* made, cublasComputeType_t,
                                        cudaDataType_t scale) {
  if (scale != CUDA_R_32F) return CUBLAS_STATUS_NOT_SUPPORTED;
  *made = reinterpret_cast<cublasLtMatmulDesc_t>(new Description);
  return CUBLAS_STATUS_SUCCESS;
}
cublasStatus_t cublasLtMatmulDescDestroy(cublasLtMatmulDesc_t old) {
  delete as<Description>(old);
  return CUBLAS_STATUS_SUCCESS;
}
cublasStatus_t cublasLtMatmulDescSetAttribute(cublasLtMatmulDesc_t of,
                                              cublasLtMatmulDescAttributes_t what,
                                              const void* value, size_t size) {
  auto& to = *as<Description>(of);
  switch (what) {
  case CUBLASLT_MATMUL_DESC_TRANSA:
    return assign(to.a, value, size);
  case CUBLASLT_MATMUL_DESC_TRANSB:
    return assign(to.b, value, size);
  case CUBLASLT_MATMUL_DESC_EPILOGUE:
    return assign(to.epilogue, value, size);
  case CUBLASLT_MATMUL_DESC_BIAS_POINTER:
    return assign(to.bias, value, size);
  default:
    stop("cublasLt: an attribute of a product that is not emulated");
  }
}
cublasStatus_t cublasLtMatrixLayoutCreate(cublasLtMatrixLayout_t* made, cudaDataType type,
                                          uint64_t rows, uint64_t columns, int64_t stride) {
  if (type != CUDA_R_32F) return CUBLAS_STATUS_NOT_SUPPORTED;
  if (stride < static_cast<int64_t>(rows)) return CUBLAS_STATUS_INVALID_VALUE;
  *made = reinterpret_cast<cublasLtMatrixLayout_t>(
      new Layout{static_cast<int>(rows), static_cast<int>(columns), static_cast<int>(stride)});
  return CUBLAS_STATUS_SUCCESS;
}
cublasStatus_t cublasLtMatrixLayoutDestroy(cublasLtMatrixLayout_t old) {
  delete as<Layout>(old);
  return CUBLAS_STATUS_SUCCESS;
}
cublasStatus_t cublasLtMatmulPreferenceCreate(cublasLtMatmulPreference_t* made) {
  *made = reinterpret_cast<cublasLtMatmulPreference_t>(new Preference);
  return CUBLAS_STATUS_SUCCESS;
}
cublasStatus_t cublasLtMatmulPreferenceDestroy(cublasLtMatmulPreference_t old) {
  delete as<Preference>(old);
  return CUBLAS_STATUS_SUCCESS;
}
cublasStatus_t cublasLtMatmulPreferenceSetAttribute(cublasLtMatmulPreference_t of,
                                                    cublasLtMatmulPreferenceAttributes_t what,
                                                    const void* value, size_t size) {
  auto& to = *as<Preference>(of);
  switch (what) {
  case CUBLASLT_MATMUL_PREF_MIN_ALIGNMENT_A_BYTES:
    return assign(to.a, value, size);
  case CUBLASLT_MATMUL_PREF_MIN_ALIGNMENT_B_BYTES:
    return assign(to.b, value, size);
  case CUBLASLT_MATMUL_PREF_MIN_ALIGNMENT_C_BYTES:
    return assign(to.c, value, size);
  case CUBLASLT_MATMUL_PREF_MIN_ALIGNMENT_D_BYTES:
    return assign(to.d, value, size);
  default:
    return CUBLAS_STATUS_SUCCESS; // the workspace
  }
}
/// The algorithm is where the alignments that it may rely on are kept.
cublasStatus_t cublasLtMatmulAlgoGetHeuristic(cublasLtHandle_t, cublasLtMatmulDesc_t,
                                              cublasLtMatrixLayout_t, cublasLtMatrixLayout_t,
                                              cublasLtMatrixLayout_t, cublasLtMatrixLayout_t,
                                              cublasLtMatmulPreference_t preference, int wanted,
                                              cublasLtMatmulHeuristicResult_t* results,
                                              int* count) {
  std::memset(results, 0, sizeof *results);
  std::memcpy(&results->algo, as<Preference>(preference), sizeof(Preference));
  results->state = CUBLAS_STATUS_SUCCESS;
  *count = std::min(wanted, 1);
  return CUBLAS_STATUS_SUCCESS;
}
cublasStatus_t cublasLtMatmul(cublasLtHandle_t, cublasLtMatmulDesc_t how, const void* alpha,
                              const void* a, cublasLtMatrixLayout_t of_a, const void* b,
                              cublasLtMatrixLayout_t of_b, const void* beta, const void* c,
                              cublasLtMatrixLayout_t of_c, void* d, cublasLtMatrixLayout_t of_d,
                              const cublasLtMatmulAlgo_t* algorithm, void* workspace, size_t bytes,
                              cudaStream_t) {
  const Lock lock;
  expect_inside(workspace, bytes, "cublasLtMatmul: workspace");
  if (c != d || of_c != of_d) stop("cublasLtMatmul: C other than D is not emulated");
  const auto& options = *as<const Description>(how);
  const auto &left = *as<const Layout>(of_a), &right = *as<const Layout>(of_b),
             &to = *as<const Layout>(of_d);
  Preference alignments;
  std::memcpy(&alignments, algorithm, sizeof alignments);
  if (!aligned(a, alignments.a) || !aligned(b, alignments.b) || !aligned(d, alignments.d))
    stop("cublasLtMatmul: a matrix is less aligned than its algorithm was told");
  const bool ta = options.a != CUBLAS_OP_N, tb = options.b != CUBLAS_OP_N;
  const int m = ta ? left.columns : left.rows, k = ta ? left.rows : left.columns;
  const int n = tb ? right.rows : right.columns;
  if ((tb ? right.columns : right.rows) != k || to.rows != m || to.columns != n)
    return CUBLAS_STATUS_INVALID_VALUE;
  const bool relu = options.epilogue == CUBLASLT_EPILOGUE_RELU_BIAS;
  if (!relu && options.epilogue != CUBLASLT_EPILOGUE_BIAS)
    stop("cublasLtMatmul: an epilogue that is not emulated");
  if (options.bias == nullptr) return CUBLAS_STATUS_INVALID_VALUE;
  return product(ta, tb, m, n, k, static_cast<const float*>(alpha), static_cast<const float*>(a),
                 left.stride, static_cast<const float*>(b), right.stride,
                 static_cast<const float*>(beta), static_cast<float*>(d), to.stride,
                 static_cast<const float*>(options.bias), relu);
}
}
