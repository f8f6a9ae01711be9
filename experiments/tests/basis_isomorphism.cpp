// The graphs behind the basis-isomorphism task, and the task itself.
#define BOOST_TEST_MODULE basis_isomorphism
#include "dataset/basis_isomorphism.hpp"

#include "dataset/degenerate_graph.hpp"
#include "dataset/tight_frame.hpp"

#include <canon/error.hpp>
#include <canon/pipeline.hpp>
#include <canon/spectrum.hpp>
#include <canon/symmetry.hpp>

#include <boost/range/iterator_range.hpp>
#include <boost/test/unit_test.hpp>

#include <algorithm>
#include <cmath>
#include <utility>

using namespace canon;
using namespace canon::lab;

namespace {

struct UseOneBlasThread {
  UseOneBlasThread() { use_one_blas_thread(); }
};

/// The two have the same rows, each as often, up to `tolerance`: equal up to a permutation.
bool same_rows(const Rows& a, const Rows& b, double tolerance) {
  if (a.count() != b.count() || a.columns != b.columns) return false;
  std::vector<bool> taken(b.count(), false);
  for (std::size_t i = 0; i < a.count(); ++i) {
    bool found = false;
    for (std::size_t j = 0; j < b.count() && !found; ++j) {
      if (taken[j]) continue;
      found = true;
      for (std::size_t k = 0; k < a.columns; ++k)
        found = found && std::abs(a.at(i, k) - b.at(j, k)) <= tolerance;
      if (found) taken[j] = true;
    }
    if (!found) return false;
  }
  return true;
}

/// |U^T U - I|, and |L U - lambda U| for the Laplacian of the graph.
void check_basis(const Rows& rows, const Graph& graph) {
  arma::mat u(rows.count(), rows.columns);
  for (std::size_t i = 0; i < rows.count(); ++i)
    for (std::size_t j = 0; j < rows.columns; ++j)
      u(i, j) = rows.at(i, j);
  BOOST_TEST(orthonormality_error(u) < 1e-10);
  if (num_vertices(graph) == 0) return;
  const arma::mat image = dense_operator(graph, GraphOperator::laplacian) * u;
  const double lambda = arma::dot(u.col(0), image.col(0));
  BOOST_TEST(arma::abs(image - lambda * u).max() < 1e-9);
}

BasisIsomorphismOptions small(BasisVariant variant, std::uint64_t seed = 0) {
  BasisIsomorphismOptions options;
  options.variant = variant;
  options.classes = 5;
  options.instances = 6;
  options.seed = seed;
  return options;
}

} // namespace

BOOST_TEST_GLOBAL_FIXTURE(UseOneBlasThread);

BOOST_AUTO_TEST_CASE(the_space_is_what_was_ordered) {
  for (const std::size_t d : {1, 2, 3, 5})
    for (const std::size_t n : {d + 2, d + 5, std::size_t{40}})
      for (std::uint64_t seed = 0; seed < 5; ++seed)
        BOOST_TEST_CONTEXT("multiplicity " << d << ", n " << n << ", seed " << seed) {
          Rng rng = trial_rng(seed, 0);
          const Graph graph = degenerate_graph(n, d, rng);
          const DegenerateCheck check = check_degenerate(graph);
          BOOST_TEST(check.connected);
          BOOST_TEST(check.positive);
          BOOST_TEST(check.multiplicity == d);
          BOOST_TEST(check.gap > 0.05);
          // The eigenvalue is n - 0.9 by construction.
          const Spectrum s = solve_spectrum(graph, GraphOperator::laplacian);
          BOOST_TEST(std::abs(s.spaces[0].eigenvalue) < 1e-12 * static_cast<double>(n * n));
          BOOST_TEST(std::abs(s.spaces[1].eigenvalue - (static_cast<double>(n) - 0.9)) < 1e-11);
        }
}

BOOST_AUTO_TEST_CASE(the_symmetric_ones_look_the_same_from_every_vertex) {
  for (const std::size_t d : {2, 3, 4})
    for (std::uint64_t seed = 0; seed < 3; ++seed)
      BOOST_TEST_CONTEXT("multiplicity " << d << ", seed " << seed) {
        Rng rng = trial_rng(seed, 1);
        const Graph graph = transitive_degenerate_graph(d, rng);
        const std::size_t n = num_vertices(graph);
        BOOST_TEST(n == transitive_degenerate_size(d));
        const DegenerateCheck check = check_degenerate(graph);
        BOOST_TEST((check.connected && check.positive));
        BOOST_TEST(check.multiplicity == d);
        BOOST_TEST(check.gap > 0.05);
        const Symmetry s = find_symmetry(graph);
        BOOST_REQUIRE(s.complete);
        BOOST_TEST(s.orbits == 1U);
        // All rows of the space have one length: nothing for MAP to hold on to.
        const Spectrum spec = solve_spectrum(graph, GraphOperator::laplacian);
        const arma::vec lengths = row_lengths(spec.vectors.cols(1, d));
        const double expected = std::sqrt(static_cast<double>(d) / static_cast<double>(n));
        BOOST_TEST(arma::abs(lengths - expected).max() < 1e-10);
      }
}

BOOST_AUTO_TEST_CASE(a_tight_frame_has_the_lengths_that_were_ordered) {
  for (const auto& [n, d] : {std::pair{7, 3}, {8, 4}, {6, 2}, {12, 5}, {24, 3}, {150, 3}})
    for (std::uint64_t seed = 0; seed < 5; ++seed)
      BOOST_TEST_CONTEXT("n " << n << ", d " << d << ", seed " << seed) {
        const auto rows = static_cast<std::size_t>(n), columns = static_cast<std::size_t>(d);
        BOOST_TEST(lengths_leave_freedom(rows, columns));
        Rng rng = trial_rng(seed, 2);
        const arma::mat first = random_tight_frame(rows, columns, rng);
        const arma::vec lengths = row_lengths(first);
        std::optional<arma::mat> frame;
        for (int draws = 0; draws < 20 && !frame; ++draws)
          frame = tight_frame_with(lengths, columns, rng);
        BOOST_REQUIRE(frame.has_value());
        for (const arma::mat* u : {&first, &std::as_const(*frame)}) {
          BOOST_TEST(orthonormality_error(*u) < 1e-12);
          BOOST_TEST(arma::abs(arma::sum(*u, 0)).max() < 1e-12);
          BOOST_TEST(arma::abs(row_lengths(*u) - lengths).max() <= 1e-13);
        }
        // Another space, not the first one rotated: else the angles between rows would agree.
        BOOST_TEST(arma::abs(*frame * frame->t() - first * first.t()).max() > 1e-3);
        const Graph graph = degenerate_graph_of(*frame, rng);
        const DegenerateCheck check = check_degenerate(graph);
        BOOST_TEST((check.connected && check.positive));
        BOOST_TEST(check.multiplicity == columns);
        const Spectrum s = solve_spectrum(graph, GraphOperator::laplacian);
        const arma::mat space = s.vectors.cols(1, columns);
        BOOST_TEST(arma::abs(space * space.t() - *frame * frame->t()).max() < 1e-10);
      }
  BOOST_TEST(!lengths_leave_freedom(5, 3));
  BOOST_TEST(!lengths_leave_freedom(100, 1));
  Rng rng = trial_rng(0, 2);
  // Lengths that no space has: their squares do not add up to d, or one of them exceeds 1.
  BOOST_TEST(!tight_frame_with(arma::vec(7, arma::fill::ones), 3, rng).has_value());
  BOOST_TEST(!tight_frame_with(arma::vec{1.5, 0.5, 0.3, 0.2, 0.2, 0.2, 0.2}, 3, rng).has_value());
  BOOST_CHECK_THROW((void)random_tight_frame(3, 3, rng), ArgumentError);
  BOOST_CHECK_THROW((void)random_tight_frame(3, 0, rng), ArgumentError);
  BOOST_CHECK_THROW((void)degenerate_graph_of(arma::mat(4, 3, arma::fill::eye), rng),
                    ArgumentError);
  // Dependent columns, columns that do not sum to zero, columns too long.
  const arma::mat good = random_tight_frame(7, 3, rng);
  for (const arma::mat& bad :
       {arma::mat(7, 3, arma::fill::ones), arma::mat(7, 3, arma::fill::eye), arma::mat(2.0 * good)})
    BOOST_CHECK_THROW((void)degenerate_graph_of(bad, rng), ArgumentError);
}

BOOST_AUTO_TEST_CASE(lengths_do_not_tell_matched_classes_apart) {
  const auto sorted_lengths = [](const Rows& rows) {
    std::vector<double> lengths;
    for (std::size_t i = 0; i < rows.count(); ++i) {
      double sum = 0.0;
      for (std::size_t j = 0; j < rows.columns; ++j)
        sum += rows.at(i, j) * rows.at(i, j);
      lengths.push_back(std::sqrt(sum));
    }
    std::sort(lengths.begin(), lengths.end());
    return lengths;
  };
  const auto widest = [&](BasisVariant variant) {
    const BasisIsomorphism task = make_basis_isomorphism(small(variant));
    const std::vector<double> first = sorted_lengths(task.instances[0].presented);
    double difference = 0.0;
    for (const BasisInstance& instance : task.instances) {
      const std::vector<double> lengths = sorted_lengths(instance.presented);
      for (std::size_t i = 0; i < lengths.size(); ++i)
        difference = std::max(difference, std::abs(lengths[i] - first[i]));
    }
    return difference;
  };
  BOOST_TEST(widest(BasisVariant::matched) < 1e-9);
  BOOST_TEST(widest(BasisVariant::general) > 1e-2);
}

BOOST_AUTO_TEST_CASE(a_graph_that_is_not_so_is_found_out) {
  BOOST_TEST(!check_degenerate(make_graph(3, {{0, 1}})).connected);
  BOOST_TEST(!check_degenerate(make_graph(3, {{0, 1, -0.1}, {1, 2}, {0, 2}})).positive);
  BOOST_TEST(check_degenerate(make_graph(3, {{0, 1}, {1, 2}})).multiplicity == 1U);
  BOOST_TEST(check_degenerate(make_graph(3, {{0, 1}, {1, 2}, {0, 2}})).multiplicity == 2U);
  Rng rng = trial_rng(0, 0);
  BOOST_CHECK_THROW((void)degenerate_graph(4, 3, rng), ArgumentError);
  BOOST_CHECK_THROW((void)degenerate_graph(4, 0, rng), ArgumentError);
  BOOST_CHECK_THROW((void)transitive_degenerate_graph(1, rng), ArgumentError);
  BOOST_CHECK_THROW((void)transitive_degenerate_graph(7, rng), ArgumentError);
}

BOOST_AUTO_TEST_CASE(shapes_labels_and_bases) {
  for (const BasisVariant variant : values<BasisVariant>())
    BOOST_TEST_CONTEXT(name(variant)) {
      const BasisIsomorphism task = make_basis_isomorphism(small(variant));
      const std::size_t n = variant == BasisVariant::symmetric ? 24 : 7;
      BOOST_TEST(task.classes.size() == 5U);
      BOOST_TEST(task.instances.size() == 30U);
      for (std::size_t i = 0; i < task.instances.size(); ++i) {
        const BasisInstance& instance = task.instances[i];
        BOOST_TEST(instance.label == i / 6);
        BOOST_TEST(num_vertices(instance.graph) ==
                   (variant == BasisVariant::as_published ? 0U : n));
        for (const Rows* rows : {&instance.presented, &instance.map, &instance.complete}) {
          BOOST_TEST(rows->count() == n);
          BOOST_TEST(rows->columns == 3U);
          check_basis(*rows, instance.graph);
        }
        if (variant != BasisVariant::as_published && i < 12)
          BOOST_TEST(isomorphic(instance.graph, task.classes[instance.label].graph));
      }
    }
}

BOOST_AUTO_TEST_CASE(canonical_bases_of_a_class_agree_and_presented_ones_do_not) {
  for (const BasisVariant variant : values<BasisVariant>())
    for (const AxisOrder order : values<AxisOrder>())
      for (std::uint64_t seed = 0; seed < 3; ++seed)
        BOOST_TEST_CONTEXT(name(variant) << ", " << name(order) << ", seed " << seed) {
          BasisIsomorphismOptions options = small(variant, seed);
          options.axis_order = order;
          const BasisIsomorphism task = make_basis_isomorphism(options);
          for (const BasisInstance& a : task.instances)
            for (const BasisInstance& b : task.instances) {
              if (&a == &b) continue;
              const bool same_class = a.label == b.label;
              BOOST_TEST(same_rows(a.complete, b.complete, 1e-8) == same_class);
              if (variant != BasisVariant::symmetric)
                BOOST_TEST(same_rows(a.map, b.map, 1e-8) == same_class);
              else
                BOOST_TEST(!same_rows(a.map, b.map, 1e-3)); // left as it was
              BOOST_TEST(!same_rows(a.presented, b.presented, 1e-3));
            }
          for (const BasisInstance& a : task.instances)
            BOOST_TEST(same_rows(a.complete, task.classes[a.label].label, 1e-8));
        }
}

BOOST_AUTO_TEST_CASE(map_settles_exactly_what_the_variant_says) {
  for (const BasisVariant variant : values<BasisVariant>())
    BOOST_TEST_CONTEXT(name(variant)) {
      const BasisIsomorphism task = make_basis_isomorphism(small(variant));
      for (const BasisClass& c : task.classes)
        if (variant == BasisVariant::symmetric)
          BOOST_TEST((c.map == Verdict::too_few_axis_classes));
        else
          BOOST_TEST((c.map == Verdict::unique));
      if (variant == BasisVariant::symmetric)
        for (const BasisInstance& instance : task.instances)
          BOOST_TEST((instance.map.values == instance.presented.values));
    }
}

BOOST_AUTO_TEST_CASE(classes_differ_by_the_margin) {
  for (const BasisVariant variant : values<BasisVariant>())
    BOOST_TEST_CONTEXT(name(variant)) {
      const BasisIsomorphism task = make_basis_isomorphism(small(variant));
      BOOST_TEST(task.least_row_distance >= class_margin);
      BOOST_TEST(task.least_spectral_difference >= class_margin);
      double rows = 1e300;
      for (std::size_t i = 0; i < task.classes.size(); ++i)
        for (std::size_t j = 0; j < i; ++j) {
          rows = std::min(rows, row_set_distance(task.classes[i].label, task.classes[j].label));
          if (variant != BasisVariant::as_published)
            BOOST_TEST(!isomorphic(task.classes[i].graph, task.classes[j].graph));
        }
      BOOST_TEST(rows == task.least_row_distance);
    }
  const Rows a{2, {0, 0, 1, 0}}, b{2, {0, 0, 0, 0}};
  BOOST_TEST(row_set_distance(a, b) == 1.0);
  BOOST_TEST(row_set_distance(b, a) == 1.0);
  BOOST_TEST(row_set_distance(a, a) == 0.0);
}

BOOST_AUTO_TEST_CASE(the_seed_decides) {
  for (const BasisVariant variant : values<BasisVariant>()) {
    const BasisIsomorphism a = make_basis_isomorphism(small(variant, 1)),
                           b = make_basis_isomorphism(small(variant, 1)),
                           c = make_basis_isomorphism(small(variant, 2));
    for (std::size_t i = 0; i < a.instances.size(); ++i) {
      BOOST_TEST((a.instances[i].presented.values == b.instances[i].presented.values));
      BOOST_TEST((a.instances[i].complete.values == b.instances[i].complete.values));
    }
    BOOST_TEST((a.instances[0].presented.values != c.instances[0].presented.values));
  }
}

BOOST_AUTO_TEST_CASE(other_sizes_and_the_published_ones) {
  BasisIsomorphismOptions options;
  options.n = 12;
  options.multiplicity = 5;
  options.classes = 3;
  options.instances = 2;
  const BasisIsomorphism task = make_basis_isomorphism(options);
  BOOST_TEST(task.instances.at(5).map.columns == 5U);
  BOOST_TEST(task.instances.at(5).map.count() == 12U);
  options = {};
  options.variant = BasisVariant::symmetric;
  options.multiplicity = 2;
  BOOST_TEST(make_basis_isomorphism(options).instances.at(199).complete.count() == 8U);
  const BasisIsomorphism published = make_basis_isomorphism(BasisIsomorphismOptions::published());
  BOOST_TEST(published.classes.size() == 2U);
  BOOST_TEST(published.instances.size() == 2000U);
  BOOST_TEST(published.instances[1999].map.count() == 7U);
}

BOOST_AUTO_TEST_CASE(options_out_of_their_domain_are_refused) {
  const auto refuses = [](const auto& change) {
    BasisIsomorphismOptions options;
    change(options);
    BOOST_CHECK_THROW((void)make_basis_isomorphism(options), ArgumentError);
  };
  refuses([](auto& o) { o.multiplicity = 1; });
  refuses([](auto& o) { o.n = 4; });
  refuses([](auto& o) { o.n = 5000; });
  refuses([](auto& o) { o.classes = 1; });
  refuses([](auto& o) { o.instances = 0; });
  refuses([](auto& o) { o.variant = BasisVariant::matched, o.n = 5; });
  refuses([](auto& o) { o.variant = BasisVariant::symmetric, o.n = 20; });
  refuses([](auto& o) { o.variant = BasisVariant::symmetric, o.multiplicity = 7; });
}
