#pragma once

#include <cmath>
#include <encke/network/graph.hpp>
#include <set>
#include <string>
#include <vector>

namespace encke::test {

/// Markov clustering by its definition: a dense float64 matrix of the whole graph, no pruning. Of
/// overlaps the one with the smallest attractor stays.
class MclReference {
 public:
  MclReference(const network::Graph& graph, double inflation)
      : graph_(graph), n_(static_cast<std::size_t>(graph.nodes())), m_(n_ * n_) {
    start();
    double chaos = 1;
    for (int iteration = 1; iteration < 10'000 && chaos >= 0.0001; ++iteration) {
      chaos = square();
      raise(inflation);
      if (iteration >= 40) inflation *= 1.001;
    }
  }

  std::set<std::set<std::string>> clusters() const {
    // reaches[c * n + r]: r is a large entry of column c, and so on
    std::vector<char> large(n_ * n_);
    for (std::size_t c = 0; c < n_; ++c) {
      double most = 0;
      for (std::size_t r = 0; r < n_; ++r) most = std::max(most, at(r, c));
      const double own = at(c, c);
      const double bar = own < most ? 0.999 * own + 0.001 * most : own / 1.01;
      double sum = 0;
      int count = 0;
      for (std::size_t r = 0; r < n_; ++r) {
        if (at(r, c) == 0 || at(r, c) < bar) continue;
        sum += at(r, c);
        ++count;
      }
      for (std::size_t r = 0; r < n_; ++r) {
        large[c * n_ + r] = at(r, c) > 0 && at(r, c) >= bar && at(r, c) >= sum / (count + 1);
      }
    }
    std::vector<char> joined(n_ * n_);  // of attractors, in either direction
    for (std::size_t a = 0; a < n_; ++a) {
      for (std::size_t b = 0; b < n_; ++b) {
        joined[a * n_ + b] =
            large[a * n_ + a] && large[b * n_ + b] && (large[a * n_ + b] || large[b * n_ + a]);
      }
    }
    close(joined);
    close(large);
    std::vector<std::set<std::string>> of(n_);
    for (std::size_t c = 0; c < n_; ++c) {
      std::size_t first = n_;  // smallest attractor of the systems that c reaches
      for (std::size_t a = 0; a < n_; ++a) {
        const bool is_attractor = joined[a * n_ + a] != 0;
        if (!is_attractor || (c != a && !large[c * n_ + a])) continue;
        for (std::size_t b = 0; b < n_; ++b) {
          if (joined[a * n_ + b]) first = std::min(first, b);
        }
      }
      of[first == n_ ? c : first].emplace(graph_.labels[static_cast<network::Node>(c)]);
    }
    std::set<std::set<std::string>> all(of.begin(), of.end());
    all.erase(std::set<std::string>());
    return all;
  }

 private:
  double at(std::size_t r, std::size_t c) const { return m_[c * n_ + r]; }

  void start() {
    for (std::size_t c = 0; c < n_; ++c) {
      const auto node = static_cast<network::Node>(c);
      double loop = 0;
      for (std::size_t e = 0; e < graph_.neighbours(node).size(); ++e) {
        const auto weight = static_cast<double>(graph_.weights(node)[e]);
        m_[c * n_ + static_cast<std::size_t>(graph_.neighbours(node)[e])] = weight;
        loop = std::max(loop, weight);
      }
      m_[c * n_ + c] = loop == 0 ? 1 : loop;
      divide(c);
    }
  }

  void divide(std::size_t c) {
    double sum = 0;
    for (std::size_t r = 0; r < n_; ++r) sum += m_[c * n_ + r];
    for (std::size_t r = 0; r < n_; ++r) m_[c * n_ + r] /= sum;
  }

  /// Returns the largest (largest entry - sum of squares)·(entries) of a column.
  double square() {
    std::vector<double> product(n_ * n_);
    double chaos = 0;
    for (std::size_t c = 0; c < n_; ++c) {
      double squares = 0;
      double most = 0;
      int count = 0;
      for (std::size_t r = 0; r < n_; ++r) {
        double sum = 0;
        for (std::size_t k = 0; k < n_; ++k) sum += at(k, c) * at(r, k);
        if (sum < 1e-30) sum = 0;
        product[c * n_ + r] = sum;
        squares += sum * sum;
        most = std::max(most, sum);
        count += sum >= 1e-4 ? 1 : 0;
      }
      chaos = std::max(chaos, (most - squares) * count);
    }
    m_.swap(product);
    return chaos;
  }

  void raise(double inflation) {
    for (double& entry : m_) entry = std::pow(entry, inflation);
    for (std::size_t c = 0; c < n_; ++c) divide(c);
  }

  void close(std::vector<char>& relation) const {
    for (std::size_t k = 0; k < n_; ++k) {
      for (std::size_t a = 0; a < n_; ++a) {
        if (!relation[a * n_ + k]) continue;
        for (std::size_t b = 0; b < n_; ++b) {
          if (relation[k * n_ + b]) relation[a * n_ + b] = 1;
        }
      }
    }
  }

  const network::Graph& graph_;
  std::size_t n_;
  std::vector<double> m_;
};

}  // namespace encke::test
