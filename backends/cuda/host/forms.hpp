#pragma once

#include <algorithm>
#include <encke/backend/backend.hpp>
#include <encke/base/error.hpp>
#include <iterator>

#include "cuda/memory/panel_copy.hpp"
#include "device.hpp"

namespace encke::cuda {

/// What the kernels make of one element. A further one is a further row of element_lists.
struct ElementLists {
  Element element;
  BitList complete;       ///< of pairs of which none is missing
  int complete_products;  ///< numbers of a pair, for each class of samples
  BitList missing;        ///< of pairs of which some are; these have the mask as one plane more
  int missing_products;
  Folding folding;  ///< triples of which none is missing
  Folding folding_missing;
  MinimaType minima = MinimaType::float64;  ///< of what is not in planes of bits
  RealSums sums = RealSums::none;           ///< of what is neither, nor minima
};

/// Sums of minima of numbers side by side.
constexpr ElementLists of_minima(Element element, Folding folding, MinimaType minima) {
  return {element, BitList::one_plane, 1, BitList::one_plane, 1, folding, folding, minima};
}
/// Counts in planes.
constexpr ElementLists of_counts(Element element, BitList list) {
  return {element, list, 1, list, 1, Folding::count, Folding::count};
}

/// Other sums of reals, of pairs alone.
constexpr ElementLists of_reals(Element element, int products, RealSums sums) {
  ElementLists lists = of_minima(element, Folding::smaller_double, MinimaType::float64);
  lists.complete_products = lists.missing_products = products;
  lists.sums = sums;
  return lists;
}

inline constexpr ElementLists element_lists[] = {
    {Element::genotype, BitList::complete, 1, BitList::missing, 4, Folding::ternary,
     Folding::ternary_missing},
    {Element::genotype_moments, BitList::complete, 1, BitList::moments, 6, Folding::smaller_double,
     Folding::smaller_double},
    {Element::genotype_matches, BitList::matches, 2, BitList::matches_missing, 5,
     Folding::smaller_double, Folding::smaller_double},
    {Element::bit, BitList::one_plane, 1, BitList::two_planes, 4, Folding::each_plane,
     Folding::each_plane},
    {Element::case_control, BitList::two_planes, 4, BitList::three_planes, 9, Folding::each_plane,
     Folding::each_plane},
    of_counts(Element::count2, BitList::count2),
    of_counts(Element::count3, BitList::count3),
    of_minima(Element::count8, Folding::smaller8, MinimaType::count8),
    of_minima(Element::count16, Folding::smaller16, MinimaType::count16),
    of_minima(Element::float32, Folding::smaller_float, MinimaType::float32),
    of_minima(Element::float64, Folding::smaller_double, MinimaType::float64),
    of_reals(Element::powered32, 2, RealSums::powered32),
    of_reals(Element::powered64, 2, RealSums::powered64),
    of_reals(Element::adjusted32, 2, RealSums::adjusted32),
    of_reals(Element::adjusted64, 2, RealSums::adjusted64),
    of_reals(Element::weighted_bits32, 1, RealSums::weighted32),
    of_reals(Element::weighted_bits64, 1, RealSums::weighted64),
};

/// True if there are kernels for a contraction's elements.
constexpr bool has_lists(ContractionId id) {
  return std::ranges::any_of(
      element_lists, [id](const ElementLists& row) { return row.element.contraction == id; });
}

/// The row of an element. Throws Error(internal) for one that has none.
inline const ElementLists& lists_of(Element element) {
  const auto* const row = std::ranges::find(element_lists, element, &ElementLists::element);
  if (row == std::end(element_lists)) throw Error(Failure::internal, "an element without kernels");
  return *row;
}

/// True if the element's planes are bits, which are multiplied as such.
constexpr bool by_planes(Element element) {
  return element.fields_of_word() == 64 && !element.row().real_sums;
}

/// One list of products: of planes [first_plane, first_plane + planes) of the left with those of
/// the right.
struct ProductPart {
  BitList list = BitList::complete;
  int first_plane = 0;
  int planes = 0;
  int products = 1;
};

/// What kernels make of the pairs, or of the triples of one pivot: the products of all parts, one
/// after the other, and that for each class of samples.
struct ProductForm {
  static constexpr int most_parts = 4;
  int parts = 1;
  ProductPart part[most_parts];
  int classes = 1;
  bool masked = false;  ///< with presence masks
  TallyForm form = TallyForm::complete;
  Folding folding = Folding::ternary;  ///< triples: how the left is made

  int planes_of_class() const {
    int sum = 0;
    for (int i = 0; i < parts; ++i) sum += part[i].products;
    return sum;
  }
  int planes() const { return classes * planes_of_class(); }
};

/// `missing`: some sample is; reals and counts have none.
inline ProductForm pair_form(Element element, bool missing) {
  const ElementLists& lists = lists_of(element);
  ProductForm form;
  form.masked = missing && element.row().masks;
  form.part[0] = form.masked
                     ? ProductPart{lists.missing, 0, element.planes() + 1, lists.missing_products}
                     : ProductPart{lists.complete, 0, element.planes(), lists.complete_products};
  form.classes = element.row().classes ? 2 : 1;
  form.form = form.masked ? TallyForm::missing : TallyForm::complete;
  return form;
}

/// The tallies of pairs that triples start from: tables of incomplete vectors need none.
inline ProductForm pair_form_of_triples(Element element, bool missing) {
  return pair_form(element, missing && !element.row().classes);
}

inline ProductForm triple_form(Element element, bool missing) {
  ProductForm form = pair_form(element, missing);  // as the pairs, one folded
  form.folding = missing ? lists_of(element).folding_missing : lists_of(element).folding;
  if (form.folding == Folding::ternary_missing) {
    form.parts = 4;
    for (int i = 0; i < 3; ++i) form.part[i] = {BitList::ternary_left, 2 * i, 2, 2};
    form.part[3] = {BitList::mask_left, 6, 1, 2};
  } else if (form.folding == Folding::each_plane) {
    form.parts = form.part[0].planes;
    for (int i = 1; i < form.parts; ++i) {
      form.part[i] = form.part[0];
      form.part[i].first_plane = i * form.part[0].planes;
    }
  }
  return form;
}

}  // namespace encke::cuda
