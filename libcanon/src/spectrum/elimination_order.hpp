#pragma once

#include <armadillo>

#include <cstddef>
#include <optional>
#include <vector>

namespace canon {

/// The rows of a symmetric sparse matrix in a minimum-degree order, which keeps the factors of an
/// elimination sparse: no fill at all for trees, little for planar graphs. Nothing if the
/// elimination would take more than `limit` operations, found out in about that time (what
/// Boost's minimum_degree_ordering cannot do: on expanders it would order to the end).
[[nodiscard]] std::optional<std::vector<arma::uword>> elimination_order(const arma::sp_mat& matrix,
                                                                        std::size_t limit);

} // namespace canon
