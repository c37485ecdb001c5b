#include <gtest/gtest.h>

#include <encke/schedule/domain/tuples_among.hpp>

#include "support/domains.hpp"

namespace {

using encke::Array;
using encke::Index;

template <int Way>
void expect_counted(Index vectors) {
  std::vector<bool> marked;
  for (Index v = 0; v < vectors; ++v) marked.push_back(v % 3 != 1 && v != vectors / 2);
  for (const auto& given : domains::all_kinds(Way, vectors)) {
    Index expected = 0;
    domains::for_each_tuple<Way>(vectors, [&](const Array<Index, Way>& tuple) {
      bool all = given.contains<Way>(tuple);
      for (const Index v : tuple) all = all && marked[static_cast<std::size_t>(v)];
      expected += all ? 1 : 0;
    });
    EXPECT_EQ(encke::tuples_among(given.domain(), Way, marked), expected) << given.name;
    const std::vector<bool> every(static_cast<std::size_t>(vectors), true);
    EXPECT_EQ(encke::tuples_among(given.domain(), Way, every), given.domain().tuples(Way, vectors))
        << given.name;
  }
}

TEST(TuplesAmong, are_those_of_the_domain_whose_vectors_are_all_marked) {
  expect_counted<2>(41);
  expect_counted<3>(23);
}

TEST(TuplesAmong, of_too_few_vectors_are_none) {
  EXPECT_EQ(encke::tuples_among(encke::Domain(), 3, {true, true}), 0);
  EXPECT_EQ(encke::tuples_among(encke::Domain(), 2, {}), 0);
}

}  // namespace
