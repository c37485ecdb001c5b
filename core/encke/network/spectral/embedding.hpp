#pragma once

#include <encke/network/components.hpp>
#include <encke/network/products/engine.hpp>
#include <functional>
#include <vector>

namespace encke::network {

/// With A the weights, D the weighted degrees.
enum class Laplacian {
  symmetric,    ///< I - D^(-1/2)·A·D^(-1/2)
  random_walk,  ///< I - D^(-1)·A: eigenvectors of the symmetric one, divided by the roots of D
  plain,        ///< D - A
};

struct EmbeddingOptions {
  Index axes = 2;    ///< at least 1
  Index least = 10;  ///< nodes of the components that are embedded
  Laplacian laplacian = Laplacian::symmetric;
  double tolerance = 1e-8;  ///< most residual
  Engine engine = Engine::fused;
  int threads =
      1;  ///< each with a component; of large ones Engine::spgemm has those of the Runtime
  /// Called now and then; what it throws ends the work.
  std::function<void()> check_stop{};
};

/// The smallest eigenvalues above the trivial 0 of the Laplacian of one component.
struct ComponentEmbedding {
  Node component = 0;
  std::vector<double> values;     ///< ascending
  std::vector<double> vectors;    ///< one eigenvector after the other; nodes as in Components
  std::vector<double> residuals;  ///< |L·x - value·x| of each, of the eigenvector of length 1
};

/// Coordinates of the nodes of each component of `least` nodes and more. Eigenvectors have length 1
/// (those of random_walk before they are divided); their largest entry is positive, of equal ones
/// the first. A component has at most one axis less than nodes. Weights must be above 0. Throws
/// Error(inconsistent) where a residual is above the tolerance, or where a component is too large
/// for this build, or which has not the engine; Error(memory).
std::vector<ComponentEmbedding> embed(const Graph& graph, const Components& parts,
                                      const EmbeddingOptions& options = {});

/// Components of more nodes need Spectra.
inline constexpr Index most_dense_nodes = 2000;
/// True if this Encke was built with Spectra.
bool embeds_large();

}  // namespace encke::network
