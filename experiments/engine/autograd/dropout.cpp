#include "autograd/dropout.hpp"

#include "device/error.hpp"
#include "device/launch.hpp"
#include "kernels/dropout.hpp"

#include <string>

namespace canon::nn {

template <typename T>
Var dropout(Tape<T>& tape, Var x, const DropoutOptions& options) {
  if (!(options.rate >= 0.0 && options.rate < 1.0))
    throw ArgumentError("dropout: expected a rate in [0, 1), got " + std::to_string(options.rate));
  if (!options.training || options.rate == 0.0) return x;
  const std::uint64_t key = kernel::random_key(options.seed, tape.next_number());
  const auto threshold = static_cast<std::uint32_t>(options.rate * 0x1.0p32);
  const T keep = static_cast<T>(1.0 / (1.0 - options.rate));
  const Var y = tape.make(tape.rows(x), tape.columns(x));
  for_each_element<T>(
      tape.backend(), tape.value(y).size(),
      kernel::Drop<T>{tape.value(x).data, key, threshold, keep, tape.value(y).data, false});
  tape.record({y}, {x}, [=](Tape<T>& back) {
    const auto target = back.write_grad(x);
    for_each_element<T>(
        back.backend(), target.to.size(),
        kernel::Drop<T>{back.grad(y).data, key, threshold, keep, target.to.data, target.add});
  });
  return y;
}

template Var dropout(Tape<float>&, Var, const DropoutOptions&);
template Var dropout(Tape<double>&, Var, const DropoutOptions&);

} // namespace canon::nn
