#include "pack_file.hpp"

#include <chrono>
#include <encke/base/error.hpp>
#include <encke/io/pgen/pgen.hpp>
#include <encke/io/plink/plink.hpp>
#include <encke/io/vcf/vcf.hpp>
#include <memory>

namespace encke::bench {
namespace {

std::unique_ptr<io::Source> open_genotypes(const std::string& file) {
  if (file.ends_with(".pgen")) return io::open_pgen(io::pgen_files(file));
  if (file.ends_with(".bed")) return io::open_plink(file.substr(0, file.size() - 4));
  if (file.ends_with(".vcf") || file.ends_with(".vcf.gz") || file.ends_with(".bcf")) {
    return io::open_vcf(file);
  }
  throw Error(Failure::command_line,
              "--pack " + file + ": a .bed, .pgen, .vcf, .vcf.gz or .bcf expected");
}

}  // namespace

PackedFile pack_file(const std::string& file) {
  const auto start = std::chrono::steady_clock::now();
  const auto source = open_genotypes(file);
  const PackedVectors packed = source->read(source->whole());
  const std::chrono::duration<double> took = std::chrono::steady_clock::now() - start;
  return {packed.vectors(), packed.fields(), took.count()};
}

nlohmann::ordered_json to_json(const PackedFile& packed) {
  nlohmann::ordered_json json;
  json["task"] = "pack";
  json["vectors"] = packed.vectors;
  json["fields"] = packed.fields;
  json["seconds"] = packed.seconds;
  return json;
}

}  // namespace encke::bench
