#pragma once

#include <encke/io/source.hpp>
#include <memory>

namespace encke::io {

/// Which variants are compared where samples are the vectors.
enum class FieldsOfSamples { autosomes, all };

/// The other side of an input of genotypes or bits whose vectors are variants: vectors are its
/// fields, the samples, named as field_names() says; fields are its vectors, the variants of the
/// autosomes and of chromosome 0, as PLINK 2's --make-king has them, or all where the input does
/// not say where they lie. How many are left out is a remark.
///
/// Variants are read in pieces of 16 MiB, so that besides the packed samples little memory is
/// taken, and each read() goes over all of its variants once. Throws Error(inconsistent) where no
/// variant is on an autosome, and for an element of classes, or that is not planes of bits.
std::unique_ptr<Source> open_samples(std::unique_ptr<Source> variants,
                                     FieldsOfSamples which = FieldsOfSamples::autosomes);

}  // namespace encke::io
