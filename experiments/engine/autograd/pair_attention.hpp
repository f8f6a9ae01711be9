#pragma once

#include "autograd/index.hpp"
#include "autograd/tape.hpp"

namespace canon::nn {

/// The attention of SAN and GraphiT over complete graphs. `node` is n x 5d: [Q | K | Q' | K' | V]
/// of each node; `edge` is m x d, E of each edge; `absent` is 1 x d, E of all pairs that are no
/// edge; in each of these the heads lie next to each other, column c * heads + h being number c of
/// head h, and so they do in the result. With s_vu = <Q_v, K_u, E_vu> / sqrt(w) along edges and
/// <Q'_v, K'_u, absent> / sqrt(w) else, both cut to [-5, 5], in each of the heads of width w = d /
/// heads:
///   out_v = sum over u != v of a_vu V_u / (sum of a_vu + eps), a_vu = f_vu c_vu e^s_vu.
/// `gamma` (1 x 1, cut to [0, 1]; or not there: c = 1) is SAN's: c = 1 / (1 + gamma) along edges
/// and gamma / (1 + gamma) else. `factor` (one per pair; or null: f = 1) is GraphiT's kernel.
template <typename T>
Var pair_attention(Tape<T>& tape, Var node, Var edge, Var absent, const PairIndex& pairs,
                   std::int64_t heads, Var gamma, const T* factor, T eps = T(1e-6));

/// The same in the steps that suit a device (kernels/pair_attention_folds.hpp), where
/// pair_attention() takes them; here to be checked on any backend.
template <typename T>
Var pair_attention_by_pairs(Tape<T>& tape, Var node, Var edge, Var absent, const PairIndex& pairs,
                            std::int64_t heads, Var gamma, const T* factor, T eps = T(1e-6));

} // namespace canon::nn
