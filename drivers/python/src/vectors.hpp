#pragma once

#include <encke/base/stop_flag.hpp>
#include <encke/io/matrix.hpp>
#include <encke/job/request/request.hpp>
#include <encke/pack/packed_vectors.hpp>
#include <string>
#include <vector>

namespace encke::python {

/// A matrix that Python keeps; strides count numbers.
struct ArrayView {
  const void* data = nullptr;
  char kind = 'f';  ///< as NumPy: f, i or u
  int bytes = 8;    ///< of a number
  Index vectors = 0, fields = 0, vector_stride = 0, field_stride = 0;
};

/// Packed vectors and what is known of them.
struct Vectors {
  PackedVectors packed;
  std::vector<std::string> names;  ///< empty: numbers
  std::vector<std::string> remarks;
  std::vector<std::uint8_t> cases;  ///< of case_control: 1 for each field of a case
  /// Of each vector, with tabs between them, chromosome, position and alleles; empty: not known.
  std::vector<std::string> sites;
};

/// Takes the name of one of Element's constants. Throws Error(internal) for another.
Element element_of(const std::string& name);
std::string name_of(Element element);

/// Memory that pack() fills.
Vectors make_vectors(const std::string& element, Index vectors, Index fields,
                     std::vector<std::uint8_t> cases);

/// Packs the vectors of an array from vector `first` on. Numbers below 0, and NaN, stand for
/// missing genotypes and bits. Throws Error(inconsistent) for numbers that are not allowed.
void pack(Vectors& to, Index first, const ArrayView& array, StopFlag stop);

/// Genotypes with a trait of their fields. Throws Error(inconsistent) for a trait that does not
/// vary or has not as many numbers.
Vectors of_trait(const Vectors& genotypes, const std::vector<double>& trait);

/// The vectors of a request's input.
Vectors read(const job::Request& request);

}  // namespace encke::python
