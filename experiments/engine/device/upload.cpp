#include "device/upload.hpp"

#include "device/cuda.hpp"

#include <algorithm>

namespace canon::nn {
namespace {

constexpr std::size_t block_size = std::size_t(1) << 20U; // more than a batch of molecules needs

} // namespace

Upload::~Upload() {
  if (pool_->backend() != Backend::cuda || blocks_.empty()) return;
  try {
    cuda::send_gathered();
  } catch (const Error&) { // the next call says so, too
  }
}

const void* Upload::add(const void* values, std::size_t bytes) {
  if (bytes == 0) return nullptr;
  if (pool_->backend() != Backend::cuda) {
    blocks_.emplace_back(*pool_, bytes);
    copy_to_backend(pool_->backend(), blocks_.back().data(), values, bytes);
    return blocks_.back().data();
  }
  constexpr std::size_t unit = cuda::upload_alignment;
  const std::size_t size = (bytes + unit - 1) / unit * unit;
  if (blocks_.empty() || used_ + size > blocks_.back().size()) {
    blocks_.emplace_back(*pool_, std::max(size, block_size));
    used_ = 0;
  }
  char* const to = blocks_.back().data() + used_;
  used_ += size;
  cuda::gather_upload(to, values, bytes);
  return to;
}

} // namespace canon::nn
