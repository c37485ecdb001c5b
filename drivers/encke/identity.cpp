#include "encke/identity.hpp"

#include <fmt/format.h>

#include <charconv>
#include <encke/base/error.hpp>
#include <encke/base/printable.hpp>
#include <encke/base/version.hpp>
#include <sstream>

#include "encke/options/threshold.hpp"

namespace encke::cli {
namespace {

template <class Number>
Number parsed(const store::Identity& identity, const std::string& name) {
  const std::string text = entry(identity, name);
  Number number{};
  const auto [stop, problem] = std::from_chars(text.data(), text.data() + text.size(), number);
  if (problem == std::errc{} && stop == text.data() + text.size()) return number;
  throw Error(Failure::inconsistent,
              fmt::format("stored run: {} is {}, a number expected", name, in_quotes(text)));
}

std::string text_of(const std::vector<Shares>& shares) {
  std::string text;
  for (const Shares& s : shares) {
    text += fmt::format("{}{}-{}/{}", text.empty() ? "" : " ", s.first + 1, s.last + 1, s.of);
  }
  return text.empty() ? "all" : text;
}

/// Parameters of the metric: all that its values depend on.
void add_parameters(const Options& options, const MetricEntry& metric, store::Identity& identity) {
  if (metric.kind == Kind::branches) {
    const UnifracMethod method = computed_method(options);
    identity.add("method", unifrac_methods()[static_cast<std::size_t>(method)]);
    if (method == UnifracMethod::generalized) {
      identity.add("alpha", fmt::format("{}", options.alpha));
    }
  } else if (metric.kind != Kind::reals) {
    identity.add("missing", options.missing ? "auto" : "none");
  }
  if (metric.multiplier > 0) {
    identity.add("gamma", fmt::format("{}", options.gamma));
    identity.add("multiplier", fmt::format("{}", options.multiplier));
  } else if (metric.kind == Kind::classes) {
    identity.add("score", std::string(score_name(options.score)));
  } else if (has_empty_pairs(metric)) {
    identity.add("empty-pair", options.empty_pair == EmptyPair::same ? "same" : "nan");
  }
}

void add_selection(const Options& options, store::Identity& identity) {
  if (!is_plink(options.input)) return;
  if (!options.phenotype.name.empty()) identity.add("pheno-name", options.phenotype.name);
  // the contents of these files are among the inputs
  const io::Subset& subset = options.subset;
  std::string files;
  if (!options.phenotype.file.empty()) files += " pheno";
  if (!subset.keep.empty()) files += " keep";
  if (!subset.remove.empty()) files += " remove";
  if (!subset.extract.empty()) files += " extract";
  if (!subset.exclude.empty()) files += " exclude";
  identity.add("selected by", files.empty() ? "none" : files.substr(1));
  identity.add("maf", fmt::format("{}", options.subset.maf));
  identity.add("geno", fmt::format("{}", options.subset.geno));
}

}  // namespace

store::Identity identity_of(const Options& options, const MetricEntry& metric, const Shape& shape,
                            Index blocks, const std::vector<io::FileRecord>& inputs) {
  store::Identity identity;
  identity.add("version", std::string(version()));
  identity.add("metric", options.metric);
  identity.add("way", std::to_string(options.way));
  identity.add("cells", std::to_string(cells_of(metric, options)));
  add_parameters(options, metric, identity);
  identity.add("precision", options.precision == Precision::float32 ? "f32" : "f64");
  identity.add("threshold", threshold_text(options));
  identity.add("top", options.top ? std::to_string(*options.top) : "none");
  if (options.below) identity.add("below", "yes");
  if (options.best) identity.add("best", "yes");
  identity.add("histogram", options.cell_histogram ? "by cell" : options.histogram ? "yes" : "no");
  identity.add("digest", options.digest_all ? "all" : "hits");
  identity.add("num-vectors", std::to_string(shape.vectors));
  identity.add("num-fields", std::to_string(shape.fields));
  identity.add("blocks", std::to_string(blocks));
  // What was asked for: a resumed run has the blocks that it has, so another wish is refused.
  identity.add("block", options.block > 0 ? std::to_string(options.block) : "auto");
  if (options.input == Input::synthetic) {
    identity.add("synthetic", options.problem == io::Problem::random ? "random" : "analytic");
  }
  if (options.input == Input::alleles) identity.add("alleles", "named");
  add_selection(options, identity);
  for (std::size_t i = 0; i < inputs.size(); ++i) {
    identity.add(fmt::format("input {}", i + 1),
                 fmt::format("{} bytes, digest {}", inputs[i].bytes, inputs[i].digest));
  }
  identity.add("share", text_of(options.shares));
  return identity;
}

std::string entry(const store::Identity& identity, const std::string& name) {
  const std::string* const value = identity.find(name);
  if (value == nullptr) {
    throw Error(Failure::inconsistent, fmt::format("stored run: it does not say its {}", name));
  }
  return *value;
}

Index number(const store::Identity& identity, const std::string& name) {
  return parsed<Index>(identity, name);
}

double real(const store::Identity& identity, const std::string& name) {
  return parsed<double>(identity, name);
}

Score score_of(const store::Identity& identity) {
  const std::string name = entry(identity, "score");
  for (const Score score : {Score::k2, Score::mi, Score::chi2, Score::boost}) {
    if (name == score_name(score)) return score;
  }
  throw Error(Failure::inconsistent, fmt::format("stored run: its score is {}", in_quotes(name)));
}

SinkInfo sink_info(const store::Identity& identity) {
  const bool classes = identity.find("score") != nullptr;
  const Score score = classes ? score_of(identity) : Score{};
  const bool selected = entry(identity, "threshold") != "none" ||
                        entry(identity, "top") != "none" || identity.find("best") != nullptr;
  return {.way = static_cast<int>(number(identity, "way")),
          .cells = static_cast<int>(number(identity, "cells")),
          .vectors = number(identity, "num-vectors"),
          .all = !selected,
          .float32 = entry(identity, "precision") == "f32",
          .chi_squared = classes && (score == Score::chi2 || score == Score::boost),
          .small_is_good = classes && score == Score::k2};
}

std::vector<Shares> shares_of(const store::Identity& identity) {
  const std::string text = entry(identity, "share");
  std::vector<Shares> shares;
  if (text == "all") return shares;
  std::istringstream words(text);
  for (std::string word; words >> word;) {
    Shares s;
    char dash = 0, slash = 0;
    std::istringstream parts(word);
    if (!(parts >> s.first >> dash >> s.last >> slash >> s.of) || dash != '-' || slash != '/') {
      throw Error(Failure::inconsistent,
                  fmt::format("stored run: its share is {}", in_quotes(text)));
    }
    shares.push_back({s.first - 1, s.last - 1, s.of});
  }
  return shares;
}

}  // namespace encke::cli
