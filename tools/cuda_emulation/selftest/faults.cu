// Faults on purpose, one per run: the emulation has to see each of them. `faults NAME` commits the
// fault NAME; `faults` lists them. selftest.py runs them all and knows what must be said.
#include <cstdio>
#include <cstring>
#include <cublas_v2.h>
#include <cuda_runtime.h>
#include <functional>
#include <map>
#include <string>
#include <vector>

namespace {

__global__ void twice(const float* from, float* to, int count) {
  const int i = static_cast<int>(blockIdx.x * blockDim.x + threadIdx.x);
  if (i < count) to[i] = 2 * from[i];
}
__global__ void all_to_one(float* to) {
  to[0] = static_cast<float>(threadIdx.x);
}
__global__ void from_the_neighbour(float* numbers) {
  numbers[threadIdx.x] = numbers[(threadIdx.x + 1) % blockDim.x];
}
__global__ void at_an_odd_address(char* bytes) {
  *reinterpret_cast<float*>(bytes + 1) = 1;
}
__global__ void pick(const float* from, const int* index, float* to) {
  to[threadIdx.x] = from[index[threadIdx.x]];
}
/// The sum of a block by halves; without the barrier threads read what others still write.
__global__ void sum(const float* from, float* to, bool wait) {
  __shared__ float numbers[256];
  numbers[threadIdx.x] = from[blockIdx.x * 256 + threadIdx.x];
  __syncthreads();
  for (unsigned half = 128; half > 0; half /= 2) {
    if (threadIdx.x < half) numbers[threadIdx.x] += numbers[threadIdx.x + half];
    if (wait) __syncthreads();
  }
  if (threadIdx.x == 0) to[blockIdx.x] = numbers[0];
}
__global__ void warp_sum(const float* from, float* to, int present) {
  if (static_cast<int>(threadIdx.x) >= present) return;
  float value = from[threadIdx.x];
  for (int other = 16; other > 0; other /= 2)
    value += __shfl_xor_sync(0xffffffffU, value, other);
  if (threadIdx.x == 0) to[0] = value;
}
__global__ void beyond_shared(float* to, int index) {
  __shared__ float numbers[32];
  numbers[threadIdx.x] = 1;
  __syncthreads();
  to[threadIdx.x] = numbers[threadIdx.x + index];
}

float* device(int count) {
  void* block = nullptr;
  if (cudaMalloc(&block, static_cast<std::size_t>(count) * sizeof(float)) != cudaSuccess)
    std::printf("cudaMalloc failed\n");
  return static_cast<float*>(block);
}
float* filled(int count, float value) {
  const std::vector<float> numbers(static_cast<std::size_t>(count), value);
  float* const block = device(count);
  cudaMemcpy(block, numbers.data(), numbers.size() * sizeof(float), cudaMemcpyHostToDevice);
  return block;
}
std::vector<float> host(const float* block, int count) {
  std::vector<float> numbers(static_cast<std::size_t>(count));
  cudaMemcpy(numbers.data(), block, numbers.size() * sizeof(float), cudaMemcpyDeviceToHost);
  return numbers;
}
/// Row-major C (2 x 3) = A (2 x 4) B (4 x 3), with what the fault changes in the call.
void product(int m, int n, bool exchanged) {
  float *a = filled(8, 1), *b = filled(12, 2), *c = filled(6, 0);
  const float one = 1, zero = 0;
  cublasHandle_t handle = nullptr;
  cublasCreate(&handle);
  const cublasStatus_t status =
      cublasSgemm(handle, CUBLAS_OP_N, CUBLAS_OP_N, m, n, 4, &one, exchanged ? a : b,
                  exchanged ? 4 : 3, exchanged ? b : a, exchanged ? 3 : 4, &zero, c, 3);
  std::printf("%s\n", status == CUBLAS_STATUS_SUCCESS ? "" : cublasGetStatusString(status));
  std::printf("c %g\n", static_cast<double>(host(c, 6)[5]));
}
void wait_and_say() {
  const cudaError_t status = cudaDeviceSynchronize();
  const cudaError_t last = cudaGetLastError();
  std::printf("%s %s\n", cudaGetErrorString(status), cudaGetErrorString(last));
}

const std::map<std::string, std::function<void()>> faults{
    {"none",
     [] {
       float *numbers = filled(512, 1), *to = device(512);
       twice<<<2, 256>>>(numbers, to, 512);
       std::printf("twice %g\n", static_cast<double>(host(to, 512)[511]));
       sum<<<2, 256>>>(to, numbers, true);
       std::printf("sum %g\n", static_cast<double>(host(numbers, 2)[1]));
       warp_sum<<<1, 32>>>(to, numbers, 32);
       std::printf("warp %g\n", static_cast<double>(host(numbers, 1)[0]));
       product(3, 2, false);
     }},
    {"race_of_writes",
     [] {
       all_to_one<<<1, 64>>>(device(1));
       wait_and_say();
     }},
    {"race_of_read_and_write",
     [] {
       from_the_neighbour<<<1, 64>>>(filled(64, 1));
       wait_and_say();
     }},
    {"missing_barrier",
     [] {
       sum<<<1, 256>>>(filled(256, 1), device(1), false);
       wait_and_say();
     }},
    {"shuffle_with_the_absent",
     [] {
       warp_sum<<<1, 32>>>(filled(32, 1), device(1), 20);
       wait_and_say();
     }},
    {"beyond_the_block",
     [] {
       twice<<<1, 256>>>(filled(128, 1), device(128), 200);
       wait_and_say();
     }},
    {"beyond_shared_memory",
     [] {
       beyond_shared<<<1, 32>>>(device(32), 1);
       wait_and_say();
     }},
    {"misaligned",
     [] {
       at_an_odd_address<<<1, 1>>>(reinterpret_cast<char*>(device(8)));
       wait_and_say();
     }},
    {"host_pointer_in_a_kernel",
     [] {
       static std::vector<float> numbers(64, 1.0F);
       twice<<<1, 64>>>(numbers.data(), device(64), 64);
       wait_and_say();
     }},
    {"device_pointer_on_the_host", [] { std::printf("%g\n", static_cast<double>(*filled(1, 1))); }},
    {"missing_upload",
     [] {
       auto* const index = reinterpret_cast<int*>(device(64));
       pick<<<1, 64>>>(filled(64, 1), index, device(64));
       wait_and_say();
     }},
    {"missing_fill",
     [] { std::printf("sum %g\n", static_cast<double>(host(device(1), 1)[0]) + 1); }},
    {"too_many_threads",
     [] {
       twice<<<1, 2048>>>(filled(8, 1), device(8), 8);
       wait_and_say();
     }},
    {"exchanged_operands", [] { product(3, 2, true); }},
    {"exchanged_sizes", [] { product(2, 3, false); }},
    {"pinned_memory_used_too_early",
     [] {
       void* pinned = nullptr;
       cudaMallocHost(&pinned, 256);
       float* const to = device(64);
       static_cast<float*>(pinned)[0] = 1;
       cudaMemcpyAsync(to, pinned, 256, cudaMemcpyHostToDevice, nullptr);
       static_cast<float*>(pinned)[0] = 2; // the copy may not have begun
       std::printf("arrived %g\n", static_cast<double>(host(to, 1)[0]));
     }},
    {"unpinned_asynchronous_copy",
     [] {
       static std::vector<float> numbers(64, 1.0F);
       cudaMemcpyAsync(device(64), numbers.data(), 256, cudaMemcpyHostToDevice, nullptr);
       wait_and_say();
     }},
    {"out_of_memory", [] { (void)device(1 << 28); }},
};

} // namespace

int main(int count, char** words) {
  if (count == 2 && faults.count(words[1]) > 0) {
    faults.at(words[1])();
    return 0;
  }
  for (const auto& [name, act] : faults)
    std::printf("%s\n", name.c_str());
  return 0;
}
