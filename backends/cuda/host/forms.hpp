#pragma once

#include <encke/backend/backend.hpp>

#include "cuda/memory/panel_copy.hpp"
#include "device.hpp"

namespace encke::cuda {

constexpr bool by_planes(Element element) {
  return !is_real(element) && element != Element::count8 && element != Element::count16;
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
  const auto one = [&](BitList list, int planes, int products, bool has_masks) {
    ProductForm form;
    form.part[0] = {list, 0, planes, products};
    form.classes = element == Element::case_control ? 2 : 1;
    form.masked = has_masks && missing;
    form.form = form.masked ? TallyForm::missing : TallyForm::complete;
    return form;
  };
  switch (element) {
    case Element::genotype:
      return missing ? one(BitList::missing, 3, 4, true) : one(BitList::complete, 2, 1, true);
    case Element::genotype_moments:
      return missing ? one(BitList::moments, 3, 6, true) : one(BitList::complete, 2, 1, true);
    case Element::bit:
      return missing ? one(BitList::two_planes, 2, 4, true) : one(BitList::one_plane, 1, 1, true);
    case Element::case_control:
      return missing ? one(BitList::three_planes, 3, 9, true)
                     : one(BitList::two_planes, 2, 4, true);
    case Element::count2:
      return one(BitList::count2, 2, 1, false);
    case Element::count3:
      return one(BitList::count3, 3, 1, false);
    default:
      return one(BitList::one_plane, 1, 1, false);
  }
}

/// The tallies of pairs that triples start from: tables of incomplete vectors need none.
inline ProductForm pair_form_of_triples(Element element, bool missing) {
  return pair_form(element, missing && element != Element::case_control);
}

inline Folding folding_of(Element element, bool missing) {
  switch (element) {
    case Element::genotype:
      return missing ? Folding::ternary_missing : Folding::ternary;
    case Element::bit:
    case Element::case_control:
      return Folding::each_plane;
    case Element::count2:
    case Element::count3:
      return Folding::count;
    case Element::count8:
      return Folding::smaller8;
    case Element::count16:
      return Folding::smaller16;
    case Element::float32:
      return Folding::smaller_float;
    default:
      return Folding::smaller_double;
  }
}

inline ProductForm triple_form(Element element, bool missing) {
  ProductForm form = pair_form(element, missing);  // as the pairs, one folded
  form.folding = folding_of(element, missing);
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
