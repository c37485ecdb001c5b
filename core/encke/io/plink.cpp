#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cstring>
#include <encke/base/error.hpp>
#include <encke/io/input_file.hpp>
#include <encke/io/plink.hpp>
#include <encke/io/plink_selection.hpp>
#include <encke/io/stopwatch.hpp>

namespace encke::io {
namespace {

constexpr Index magic_bytes = 3;

std::size_t idx(Index i) { return static_cast<std::size_t>(i); }

std::string without_bed(const std::string& prefix) {
  const std::string_view extension = ".bed";
  return prefix.ends_with(extension) ? prefix.substr(0, prefix.size() - extension.size()) : prefix;
}

void check_magic(const InputFile& file) {
  std::array<std::byte, magic_bytes> magic{};
  const Index found = std::min(file.size(), magic_bytes);
  if (found == 0) throw MalformedInput({.file = file.path()}, "the file is empty");
  file.read_at(0, std::span(magic).first(idx(found)));
  std::string text;
  for (Index i = 0; i < found; ++i)
    text += fmt::format(" {:02x}", std::to_integer<int>(magic[idx(i)]));
  if (text == " 6c 1b 00") {
    throw MalformedInput({.file = file.path(), .offset = 2},
                         "the .bed is sample-major (6c 1b 00), variant-major (6c 1b 01) expected; "
                         "PLINK 1.9 --make-bed converts it");
  }
  if (text != " 6c 1b 01") {
    throw MalformedInput({.file = file.path(), .offset = 0},
                         fmt::format("not a variant-major .bed: 6c 1b 01 expected,{} found", text));
  }
}

/// A .bed file whose size is what .bim and .fam say.
class BedFile {
 public:
  BedFile(const std::string& path, Index variants, Index samples)
      : file_(path), variants_(variants), row_bytes_(divide_up(samples, 4)) {
    check_bed(file_, variants, samples);
  }

  /// Calls take(first, count, rows) for successive pieces of the file; `first` is a multiple of 8.
  /// `digest`: these bytes belong to record().
  template <class Take>
  void for_each_piece(bool digest, Take take) {
    const Index piece = round_up(std::clamp<Index>(piece_bytes / row_bytes_, 8, variants_ + 8), 8);
    std::vector<std::uint8_t> rows(idx(std::min(piece, variants_) * row_bytes_));
    std::array<std::byte, magic_bytes> magic;
    if (digest) file_.read_next(magic);
    for (Index first = 0; first < variants_; first += piece) {
      const Index count = std::min(piece, variants_ - first);
      const auto bytes = std::as_writable_bytes(std::span(rows)).first(idx(count * row_bytes_));
      if (digest) {
        file_.read_next(bytes);
      } else {
        file_.read_at(magic_bytes + first * row_bytes_, bytes);
      }
      take(first, count, rows.data());
    }
  }

  Index row_bytes() const { return row_bytes_; }
  FileRecord record() { return file_.record(); }

 private:
  static constexpr Index piece_bytes = 4 << 20;  // stays in the cache until it is packed

  InputFile file_;
  Index variants_;
  Index row_bytes_;
};

/// Collects selected rows and packs them by the thousands, because only whole groups of vectors can
/// be packed.
class RowCollector {
 public:
  RowCollector(PackedVectors& vectors, const BedSamples& samples, MissingCode missing)
      : vectors_(vectors),
        samples_(samples),
        missing_(missing),
        rows_(idx(room * samples.gathered_bytes())) {}

  void add(const std::uint8_t* row) {
    std::uint8_t* const out = rows_.data() + count_ * samples_.gathered_bytes();
    if (samples_.all()) {
      std::memcpy(out, row, idx(samples_.row_bytes()));
    } else {
      samples_.gather(row, out);
    }
    if (++count_ == room) flush();
  }

  void flush() {
    vectors_.set_codes(first_, count_, rows_.data(), samples_.gathered_bytes(), GenotypeCode::bed,
                       missing_);
    first_ += count_;
    count_ = 0;
  }

 private:
  static constexpr Index room = 64;

  PackedVectors& vectors_;
  const BedSamples& samples_;
  MissingCode missing_;
  std::vector<std::uint8_t> rows_;
  Index first_ = 0;
  Index count_ = 0;
};

void select_by_rates(const Subset& subset, BedFile& bed, const BedSamples& samples, Kept& kept,
                     ReadLog& log) {
  RateFilter filter(subset);
  if (!filter.active()) return;
  const Index before = count_kept(kept);
  bed.for_each_piece(false, [&](Index first, Index count, const std::uint8_t* rows) {
    for (Index v = 0; v < count; ++v) {
      std::uint8_t& keep = kept[idx(first + v)];
      if (keep != 0 && !filter.keeps(samples.count(rows + v * bed.row_bytes()))) keep = 0;
    }
  });
  filter.report(log);
  if (count_kept(kept) > 0) return;
  throw Error(Failure::inconsistent,
              fmt::format("--geno {} and --maf {}: none of {} variants left, at least one expected",
                          subset.geno, subset.maf, before));
}

PackedVectors pack(BedFile& bed, const BedSamples& samples, const Kept& kept, Element element,
                   MissingCode missing) {
  const Index variants = count_kept(kept);
  auto vectors = PackedVectors::of_codes(element, variants, samples.kept());
  if (samples.all() && variants == static_cast<Index>(kept.size())) {
    bed.for_each_piece(true, [&](Index first, Index count, const std::uint8_t* rows) {
      vectors.set_codes(first, count, rows, bed.row_bytes(), GenotypeCode::bed, missing);
    });
    return vectors;
  }
  RowCollector collector(vectors, samples, missing);
  bed.for_each_piece(true, [&](Index first, Index count, const std::uint8_t* rows) {
    for (Index v = 0; v < count; ++v) {
      if (kept[idx(first + v)] != 0) collector.add(rows + v * bed.row_bytes());
    }
  });
  collector.flush();
  return vectors;
}

void keep_names(std::vector<std::string>& names, const Kept& kept) {
  std::size_t end = 0;
  for (std::size_t v = 0; v < names.size(); ++v) {
    if (kept[v] == 0) continue;
    if (end != v) names[end] = std::move(names[v]);
    ++end;
  }
  names.resize(end);
}

}  // namespace

void check_bed(const InputFile& file, Index variants, Index samples) {
  check_magic(file);
  const Index expected = magic_bytes + variants * divide_up(samples, 4);
  if (file.size() == expected) return;
  throw MalformedInput(
      {.file = file.path()},
      fmt::format("{} bytes found, {} expected for the {} variants of the .bim and the {} samples "
                  "of the .fam",
                  file.size(), expected, variants, samples));
}

Dataset read_plink(const std::string& prefix, const Subset& subset, MissingCode missing,
                   Element element) {
  const Stopwatch watch;
  check_rates(subset);
  const std::string stem = without_bed(prefix);
  ReadLog log;
  const auto sample_ids = read_fam(stem + ".fam", log);
  auto names = read_bim(stem + ".bim", log);
  const auto samples_in_file = static_cast<Index>(sample_ids.size());
  const auto variants_in_file = static_cast<Index>(names.size());
  BedFile bed(stem + ".bed", variants_in_file, samples_in_file);

  const BedSamples samples(select_samples(subset, sample_ids, log));
  Kept kept = select_variants(subset, names, log);
  select_by_rates(subset, bed, samples, kept, log);
  Dataset data{.vectors = pack(bed, samples, kept, element, missing)};
  log.files.push_back(bed.record());

  keep_names(names, kept);
  const Duplicates same = find_duplicates(names);
  if (same.count > 0) {
    log.remarks.push_back(fmt::format(
        "variants whose id an earlier variant has: {} (the first: {})", same.count, same.first));
  }
  data.names = std::move(names);
  data.duplicate_names = same.count;
  data.monomorphic = count_monomorphic(data.vectors);
  if (data.monomorphic > 0) {
    log.remarks.push_back(fmt::format("variants with less than two alleles: {}", data.monomorphic));
  }
  data.remarks = std::move(log.remarks);
  data.files = std::move(log.files);
  data.vectors_in_file = variants_in_file;
  data.fields_in_file = samples_in_file;
  data.seconds = watch.seconds();
  return data;
}

}  // namespace encke::io
