#pragma once

#include <string>
#include <string_view>

namespace canon::nn {

/// Where matrices live and kernels run.
enum class Backend { cpu, cuda };

[[nodiscard]] std::string_view name(Backend backend);

/// Whether this program was built with CUDA, and whether a device answers. Neither ever throws: a
/// machine without a driver is no error.
[[nodiscard]] bool built_with_cuda();
[[nodiscard]] bool cuda_device_found();

/// "cpu", "cuda" or "auto" (a device if one answers, or else the CPU). ArgumentError in one
/// line for another name, and if no device can be used.
[[nodiscard]] Backend choose_backend(std::string_view wanted);

/// What a record says of the machine: "cpu, 2 threads" or "cuda, " and the device's name.
[[nodiscard]] std::string describe(Backend backend);

/// How many threads the CPU's kernels use; 0 for all there are. The bits of a result do not depend
/// on it.
void use_threads(int count);
[[nodiscard]] int threads();

} // namespace canon::nn
