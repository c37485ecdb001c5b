#include "vectors.hpp"

#include <encke/base/error.hpp>
#include <encke/job/request/input.hpp>
#include <encke/pack/traits/trait_sums.hpp>
#include <iterator>
#include <utility>

namespace encke::python {
namespace {

struct ElementName {
  const char* name;
  Element element;
};

constexpr ElementName element_names[] = {{"genotype", Element::genotype},
                                         {"genotype_moments", Element::genotype_moments},
                                         {"genotype_matches", Element::genotype_matches},
                                         {"case_control", Element::case_control},
                                         {"bit", Element::bit},
                                         {"float32", Element::float32},
                                         {"float64", Element::float64},
                                         {"count2", Element::count2},
                                         {"count3", Element::count3},
                                         {"count8", Element::count8},
                                         {"count16", Element::count16},
                                         {"powered32", Element::powered32},
                                         {"powered64", Element::powered64},
                                         {"weighted_bits32", Element::weighted_bits32},
                                         {"weighted_bits64", Element::weighted_bits64},
                                         {"adjusted32", Element::adjusted32},
                                         {"adjusted64", Element::adjusted64},
                                         {"trait_sums", Element::trait_sums}};

io::MatrixElements elements_of(const Vectors& vectors, StopFlag stop) {
  return {.element = vectors.packed.element(),
          .below_zero_is_missing = vectors.packed.element().row().masks,
          .cases = vectors.cases,
          .stop = stop};
}

template <class T>
void pack_numbers(Vectors& to, Index first, const ArrayView& a, StopFlag stop) {
  const io::Matrix<T> matrix{static_cast<const T*>(a.data), a.vectors, a.fields, a.vector_stride,
                             a.field_stride};
  io::pack_matrix_into(to.packed, first, matrix, elements_of(to, stop));
}

}  // namespace

Element element_of(const std::string& name) {
  for (const auto& row : element_names) {
    if (row.name == name) return row.element;
  }
  throw Error(Failure::internal, "no element is named " + name);
}

std::string name_of(Element element) {
  for (const auto& row : element_names) {
    if (row.element == element) return row.name;
  }
  throw Error(Failure::internal, "an element without a name");
}

Vectors make_vectors(const std::string& element, Index vectors, Index fields,
                     std::vector<std::uint8_t> cases) {
  const io::MatrixElements what{.element = element_of(element), .cases = cases};
  return {io::room_for_matrix(what, vectors, fields), {}, {}, std::move(cases), {}};
}

void pack(Vectors& to, Index first, const ArrayView& a, StopFlag stop) {
  switch (a.kind) {
    case 'f':
      if (a.bytes == 4) return pack_numbers<float>(to, first, a, stop);
      if (a.bytes == 8) return pack_numbers<double>(to, first, a, stop);
      break;
    case 'i':
      if (a.bytes == 1) return pack_numbers<std::int8_t>(to, first, a, stop);
      if (a.bytes == 2) return pack_numbers<std::int16_t>(to, first, a, stop);
      if (a.bytes == 4) return pack_numbers<std::int32_t>(to, first, a, stop);
      if (a.bytes == 8) return pack_numbers<std::int64_t>(to, first, a, stop);
      break;
    case 'u':
      if (a.bytes == 1) return pack_numbers<std::uint8_t>(to, first, a, stop);
      if (a.bytes == 2) return pack_numbers<std::uint16_t>(to, first, a, stop);
      if (a.bytes == 4) return pack_numbers<std::uint32_t>(to, first, a, stop);
      if (a.bytes == 8) return pack_numbers<std::uint64_t>(to, first, a, stop);
      break;
    default:
      break;
  }
  throw Error(Failure::internal, "an array of numbers that are not known");
}

Vectors of_trait(const Vectors& genotypes, const std::vector<double>& trait) {
  const PackedVectors& from = genotypes.packed;
  if (std::ssize(trait) != from.fields()) {
    throw Error(Failure::inconsistent, "a trait of " + std::to_string(trait.size()) + " samples, " +
                                           std::to_string(from.fields()) + " expected");
  }
  std::vector<BitGather> all(static_cast<std::size_t>(from.words()), BitGather(~std::uint64_t{0}));
  if (from.fields() % 64 != 0) {
    all.back() = BitGather((std::uint64_t{1} << (from.fields() % 64)) - 1);
  }
  Vectors made{pack::trait_sums(from.vectors(), pack::TraitNumbers::of(trait)), {}, {}, {}, {}};
  pack::set_trait_genotypes(made.packed, from, all);
  return made;
}

Vectors read(const job::Request& wanted) {
  job::Request request = wanted;
  request.numbers = job::find_numbers(wanted, {}).numbers;
  auto source = job::open_input(request, {});
  std::vector<std::string> sites;
  if (!source->sites().empty()) {
    const TextColumn texts = source->sites().texts();
    for (std::size_t v = 0; v < texts.size(); ++v) sites.emplace_back(texts[v]);
  }
  io::Dataset data = io::read_all(std::move(source));
  return {std::move(data.vectors),
          std::move(data.names),
          std::move(data.remarks),
          {},
          std::move(sites)};
}

}  // namespace encke::python
