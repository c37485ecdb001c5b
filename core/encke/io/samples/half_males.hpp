#pragma once

#include <encke/io/source.hpp>
#include <memory>

namespace encke::io {

/// True if counting males half makes a difference: the source says which samples are males, and
/// some are and some are not.
bool can_count_males_half(const Source& source);

/// The vectors `vectors` of a source, variants of X as PLINK 2 counts them for r2 and frequencies:
/// a male has half the weight of any other sample, whatever its sex. All sums stay whole: the
/// fields are the source's, and once more those of the samples that are not male. The source, of
/// planes of bits without classes, must outlive this.
std::unique_ptr<Source> count_males_half(Source& source, Range vectors);

/// All vectors of a source, of which those of X are as count_males_half() has them. The others have
/// the fields of the samples that come twice missing, the second time: so of a pair with one
/// variant of X, or none, all samples count alike. It is the source itself where fewer than two
/// variants are on X, or count_males_half() makes no difference. It says in a remark what was done.
std::unique_ptr<Source> count_males_half_on_x(std::unique_ptr<Source> source);

}  // namespace encke::io
