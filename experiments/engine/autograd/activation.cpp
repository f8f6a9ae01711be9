#include "autograd/activation.hpp"

#include "device/launch.hpp"
#include "kernels/activation.hpp"

namespace canon::nn {

template <typename T>
Var activate(Tape<T>& tape, Var x, Activation kind) {
  const Var y = tape.make(tape.rows(x), tape.columns(x));
  for_each_element<T>(tape.backend(), tape.value(x).size(),
                      kernel::Activate<T>{tape.value(x).data, kind, tape.value(y).data});
  tape.record({y}, {x}, [=](Tape<T>& back) {
    const auto target = back.write_grad(x);
    for_each_element<T>(back.backend(), target.to.size(),
                        kernel::ActivateBack<T>{back.value(y).data, back.grad(y).data, kind,
                                                target.to.data, target.add});
  });
  return y;
}

template Var activate(Tape<float>&, Var, Activation);
template Var activate(Tape<double>&, Var, Activation);

} // namespace canon::nn
