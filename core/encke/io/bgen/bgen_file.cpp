#include <fmt/format.h>

#include <algorithm>
#include <bit>
#include <cstring>
#include <encke/base/error.hpp>
#include <encke/base/text/printable.hpp>
#include <encke/io/bgen/bgen_file.hpp>

namespace encke::io {
namespace {

static_assert(std::endian::native == std::endian::little, "numbers are as they are in the file");

constexpr Index bgen_chunk = 1 << 20;
constexpr std::uint32_t header_bytes = 20;  // without free data

}  // namespace

// The header block, see "The BGEN format", section "The header block".
BgenFile::BgenFile(const std::string& path) : file_(path) {
  if (file_.size() == 0) throw MalformedInput({.file = path}, "the file is empty");
  const std::uint32_t offset = take_u32();
  const std::uint32_t length = take_u32();
  if (length < header_bytes || length > offset) {
    refuse(4, fmt::format("not a BGEN: a header of {} bytes before {} expected", header_bytes,
                          offset));
  }
  variants_ = take_u32();
  samples_ = take_u32();
  const std::string magic = take_text(4);
  if (magic != "bgen" && magic != std::string(4, '\0')) refuse(16, "not a BGEN: 'bgen' expected");
  take(length - header_bytes);
  const std::uint32_t flags = take_u32();
  const std::uint32_t layout = flags >> 2 & 15;
  if (layout != 2) {
    throw Error(Failure::inconsistent,
                fmt::format("{}: layout {} of BGEN, 2 expected (BGEN 1.2 and 1.3)", path, layout));
  }
  if ((flags & 3) == 3) refuse(length, "an unknown form of compression");
  packing_ = static_cast<BgenPacking>(flags & 3);
  if (flags >> 31 != 0) read_ids();
  if (next_ > Index{offset} + 4) refuse(0, "the first variant lies within the header");
  take(static_cast<std::uint64_t>(Index{offset} + 4 - next_));
  if (samples_ == 0 || variants_ == 0) {
    throw Error(Failure::inconsistent, fmt::format("{}: {} variants of {} samples, at least one of "
                                                   "each expected",
                                                   path, variants_, samples_));
  }
  decoder_ = BlockDecoder::make(packing_, path);
}

void BgenFile::read_ids() {
  const Index begin = next_;
  const std::uint32_t length = take_u32();
  if (take_u32() != static_cast<std::uint64_t>(samples_)) {
    refuse(begin, "another number of sample ids than of samples");
  }
  for (Index s = 0; s < samples_; ++s) ids_.push_back(take_text(take_u16()));
  if (next_ - begin != Index{length}) refuse(begin, "sample ids of another length than they have");
}

/// The next bytes of the file; they stay until the next call.
std::span<const std::byte> BgenFile::take(std::uint64_t bytes) {
  if (bytes > static_cast<std::uint64_t>(file_.size() - next_)) {
    refuse(next_, fmt::format("{} bytes expected, {} found", bytes, file_.size() - next_));
  }
  const auto wanted = static_cast<Index>(bytes);
  if (next_ + wanted > begin_ + std::ssize(buffer_)) {
    begin_ = next_;
    buffer_.resize(
        static_cast<std::size_t>(std::min(std::max(wanted, bgen_chunk), file_.size() - next_)));
    file_.read_at(begin_, buffer_);
  }
  const auto at = static_cast<std::size_t>(next_ - begin_);
  next_ += wanted;
  return std::span(buffer_).subspan(at, static_cast<std::size_t>(wanted));
}

std::uint32_t BgenFile::take_u32() {
  std::uint32_t number = 0;
  std::memcpy(&number, take(sizeof number).data(), sizeof number);
  return number;
}

std::uint16_t BgenFile::take_u16() {
  std::uint16_t number = 0;
  std::memcpy(&number, take(sizeof number).data(), sizeof number);
  return number;
}

std::string BgenFile::take_text(std::uint64_t bytes) {
  const auto found = take(bytes);
  return {reinterpret_cast<const char*>(found.data()), found.size()};
}

BgenVariant BgenFile::next() {
  variant_ = next_;
  BgenVariant variant;
  take(take_u16());  // another id
  variant.id = take_text(take_u16());
  variant.chromosome = take_text(take_u16());
  variant.position = take_u32();
  const std::uint16_t alleles = take_u16();
  if (alleles != 2) {
    throw Error(Failure::inconsistent,
                fmt::format("{}: variant {} has {} alleles, two expected; plink2 --max-alleles 2 "
                            "leaves others out",
                            file_.path(), in_quotes(variant.id), alleles));
  }
  variant.first = take_text(take_u32());
  variant.last = take_text(take_u32());
  // a ploidy and two probabilities a sample at most
  const auto samples = static_cast<std::uint64_t>(samples_);
  const std::uint64_t least = 10 + samples;
  const std::uint64_t most = least + 2 * samples;
  std::uint64_t packed = take_u32();
  std::uint64_t plain = packed;
  if (packing_ != BgenPacking::none) {
    if (packed < 4) refuse(variant, "its genotypes end early");
    packed -= 4;
    plain = take_u32();
  }
  if (plain < least)
    refuse(variant, fmt::format("{} bytes of genotypes, {} expected", plain, least));
  if (plain > most) {
    refuse(variant,
           fmt::format("{} bytes of genotypes, {} expected at most, of 8 bits each", plain, most));
  }
  const auto bytes = take(packed);
  block_.resize(plain);
  if (!decoder_->decode(bytes, block_)) refuse(variant, "its genotypes are damaged");
  variant.block = block_;
  return variant;
}

void BgenFile::check_end() const {
  if (next_ != file_.size()) refuse(next_, "the end of the file expected after the last variant");
}

void BgenFile::refuse(Index at, const std::string& why) const {
  throw MalformedInput({.file = file_.path(), .offset = at}, why);
}

void BgenFile::refuse(const BgenVariant& variant, const std::string& why) const {
  refuse(variant_, fmt::format("variant {}: {}", in_quotes(variant.id), why));
}

}  // namespace encke::io
