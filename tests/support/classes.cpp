#include "classes.hpp"

#include <encke/pack/packers.hpp>

namespace encke::test {

Classes interleaved(Index samples, Index n) {
  Classes status(static_cast<std::size_t>(samples));
  for (Index f = 0; f < samples; ++f) status[static_cast<std::size_t>(f)] = f % n == n - 1 ? 1 : 0;
  return status;
}

Classes apart(Index controls, Index cases) {
  Classes status(static_cast<std::size_t>(controls), 0);
  status.resize(static_cast<std::size_t>(controls + cases), 1);
  return status;
}

Genotypes of_class(const Genotypes& g, const Classes& status, int c) {
  std::vector<Index> fields;
  for (Index f = 0; f < g.fields; ++f) {
    if (status[static_cast<std::size_t>(f)] == c) fields.push_back(f);
  }
  return with_fields(g, fields);
}

PackedVectors pack(const Genotypes& g, const Classes& status, GenotypeCode code) {
  const Genotypes controls = of_class(g, status, 0);
  const Genotypes cases = of_class(g, status, 1);
  auto vectors = pack::case_control(g.vectors, controls.fields, cases.fields);
  const auto first = encode(controls, 0, g.vectors, code);
  const auto second = encode(cases, 0, g.vectors, code);
  pack::set_classes(vectors, 0, g.vectors,
                    {{{first.data(), divide_up(controls.fields, 4)},
                      {second.data(), divide_up(cases.fields, 4)}}},
                    code);
  return vectors;
}

TwoTables class_tables(const Genotypes& g, const Classes& status,
                       const std::vector<Index>& vectors) {
  std::size_t cells = 1;
  for (std::size_t v = 0; v < vectors.size(); ++v) cells *= 3;
  TwoTables t{std::vector<Index>(cells), std::vector<Index>(cells)};
  for (Index f = 0; f < g.fields; ++f) {
    std::size_t cell = 0;
    bool all = true;
    for (const Index v : vectors) {
      all = all && g.at(v, f) != 3;
      cell = 3 * cell + g.at(v, f);
    }
    if (all) ++t[static_cast<std::size_t>(status[static_cast<std::size_t>(f)])][cell];
  }
  return t;
}

double k2(const TwoTables& t) {
  long double sum = 0;
  for (std::size_t cell = 0; cell < t[0].size(); ++cell) {
    for (Index b = 1; b <= t[0][cell] + t[1][cell] + 1; ++b) sum += std::log(b * 1.0L);
    for (int c = 0; c < 2; ++c) {
      for (Index d = 1; d <= t[static_cast<std::size_t>(c)][cell]; ++d) sum -= std::log(d * 1.0L);
    }
  }
  return static_cast<double>(sum);
}

namespace {

long double total(const TwoTables& t, std::size_t c) {
  long double n = 0;
  for (const Index x : t[c]) n += static_cast<long double>(x);
  return n;
}

}  // namespace

double mutual_information(const TwoTables& t) {
  const long double n[2] = {total(t, 0), total(t, 1)};
  const long double all = n[0] + n[1];
  long double sum = 0;
  for (std::size_t cell = 0; cell < t[0].size(); ++cell) {
    const auto r = static_cast<long double>(t[0][cell] + t[1][cell]);
    for (std::size_t c = 0; c < 2; ++c) {
      const auto x = static_cast<long double>(t[c][cell]);
      if (x > 0) sum += x / all * std::log(x * all / (r * n[c]));
    }
  }
  return static_cast<double>(sum);
}

double chi_squared(const TwoTables& t) {
  const long double n[2] = {total(t, 0), total(t, 1)};
  if (n[0] == 0 || n[1] == 0) return 0;
  long double sum = 0;
  for (std::size_t cell = 0; cell < t[0].size(); ++cell) {
    const auto r = static_cast<long double>(t[0][cell] + t[1][cell]);
    for (std::size_t c = 0; r > 0 && c < 2; ++c) {
      const long double expected = r * n[c] / (n[0] + n[1]);
      const long double excess = static_cast<long double>(t[c][cell]) - expected;
      sum += excess * excess / expected;
    }
  }
  return static_cast<double>(sum);
}

double interaction(const TwoTables& t) {
  // Iterative proportional fitting: cell = 9 c + 3 a + b; each margin leaves one of the three out.
  long double m[18], n[18];
  for (std::size_t i = 0; i < 18; ++i) {
    m[i] = 1;
    n[i] = static_cast<long double>(t[i / 9][i % 9]);
  }
  const auto margin = [](std::size_t i, int leave_out) {
    if (leave_out == 0) return i % 9;                   // a and b
    return leave_out == 1 ? i / 9 * 3 + i % 3 : i / 3;  // c and b; c and a
  };
  for (int round = 0; round < 3000; ++round) {
    for (int leave_out = 0; leave_out < 3; ++leave_out) {
      long double want[9] = {}, have[9] = {};
      for (std::size_t i = 0; i < 18; ++i) {
        want[margin(i, leave_out)] += n[i];
        have[margin(i, leave_out)] += m[i];
      }
      for (std::size_t i = 0; i < 18; ++i) {
        const std::size_t k = margin(i, leave_out);
        m[i] = have[k] > 0 ? m[i] * want[k] / have[k] : 0;
      }
    }
  }
  long double sum = 0;
  for (std::size_t i = 0; i < 18; ++i) {
    if (n[i] > 0) sum += n[i] * std::log(n[i] / m[i]);
  }
  return static_cast<double>(2 * sum);
}

}  // namespace encke::test
