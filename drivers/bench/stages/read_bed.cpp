#include "read_bed.hpp"

#include <chrono>
#include <cstdint>
#include <encke/base/error.hpp>
#include <encke/host/processors.hpp>
#include <encke/io/plink/plink.hpp>
#include <encke/run/runtime.hpp>
#include <fstream>
#include <random>

#include "bench/kernels/machine_bound.hpp"
#include "bench/machine/statistics.hpp"
#include "scratch.hpp"

namespace encke::bench {
namespace {

void close_written(std::ofstream& file, const std::string& name) {
  file.close();
  if (!file) throw Error(Failure::write, name + ": cannot be written");
}

/// Genotypes without missing ones (code 01 in the low bit of a pair becomes 00).
void write_bed(const std::string& name, const Case& what) {
  std::ofstream bed(name, std::ios::binary);
  bed.write("\x6c\x1b\x01", 3);
  std::mt19937_64 random(what.seed);
  std::vector<std::uint64_t> row(static_cast<std::size_t>(divide_up(what.fields, 32)));
  for (Index v = 0; v < what.vectors; ++v) {
    for (auto& word : row) {
      word = random();
      word &= ~(word & 0x5555555555555555 & ~(word >> 1));
    }
    bed.write(reinterpret_cast<const char*>(row.data()), divide_up(what.fields, 4));
  }
  close_written(bed, name);
}

void write_lines(const std::string& bim_name, const std::string& fam_name, const Case& what) {
  std::ofstream bim(bim_name);
  for (Index v = 0; v < what.vectors; ++v) bim << "1\tv" << v << "\t0\t" << v + 1 << "\tA\tC\n";
  close_written(bim, bim_name);
  std::ofstream fam(fam_name);
  for (Index s = 0; s < what.fields; ++s) fam << "f" << s << "\ts" << s << "\t0\t0\t0\t-9\n";
  close_written(fam, fam_name);
}

}  // namespace

BedReading time_bed_reading(const Case& what) {
  const Scratch scratch;
  write_bed(scratch.file("data.bed"), what);
  write_lines(scratch.file("data.bim"), scratch.file("data.fam"), what);
  const Runtime runtime(what.threads > 0 ? what.threads : count_processors());
  BedReading result{what.vectors, what.fields, runtime.threads(), 0, {}};
  result.bytes = 3.0 + static_cast<double>(what.vectors) * divide_up(what.fields, 4);
  io::read_plink(scratch.file("data"));
  for (int r = 0; r < what.repeats; ++r) {
    const auto start = std::chrono::steady_clock::now();
    io::read_plink(scratch.file("data"));
    const std::chrono::duration<double> took = std::chrono::steady_clock::now() - start;
    result.seconds.push_back(took.count());
  }
  return result;
}

nlohmann::ordered_json to_json(const BedReading& reading) {
  nlohmann::ordered_json json;
  json["task"] = "read_bed";
  json["vectors"] = reading.vectors;
  json["fields"] = reading.fields;
  json["threads"] = reading.threads;
  json["bytes"] = reading.bytes;
  json["seconds"] = reading.seconds;
  json["bytes_per_second"] = reading.bytes / median(reading.seconds);
  json["spread"] = spread(reading.seconds);
  return json;
}

}  // namespace encke::bench
