#pragma once

// All of libcanon. The parts, in the order in which data moves:
//   graph_io, generate → graph → graph_operator → spectrum → canonize → encoding → encoding_io
// beside them symmetry, components, certificate and verify, which check, and pipeline, blas and
// random, which programs need.
#include <canon/blas.hpp>
#include <canon/canonize.hpp>
#include <canon/certificate.hpp>
#include <canon/certificate_io.hpp>
#include <canon/colour_refinement.hpp>
#include <canon/components.hpp>
#include <canon/encoding.hpp>
#include <canon/encoding_io.hpp>
#include <canon/error.hpp>
#include <canon/generate.hpp>
#include <canon/graph.hpp>
#include <canon/graph_io.hpp>
#include <canon/graph_operator.hpp>
#include <canon/names.hpp>
#include <canon/ogb.hpp>
#include <canon/option_ranges.hpp>
#include <canon/pipeline.hpp>
#include <canon/random.hpp>
#include <canon/random_matrix.hpp>
#include <canon/shard.hpp>
#include <canon/shared_encoding.hpp>
#include <canon/spectrum.hpp>
#include <canon/symmetry.hpp>
#include <canon/tolerance.hpp>
#include <canon/verify.hpp>
#include <canon/version.hpp>
