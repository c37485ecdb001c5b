#pragma once

#include <encke/io/dataset.hpp>
#include <encke/sink/sink.hpp>
#include <encke/store/text/identity.hpp>
#include <string>
#include <vector>

#include "encke/layout.hpp"
#include "encke/metrics.hpp"
#include "encke/options/options.hpp"

namespace encke::cli {

/// What decides the values of a run and the tiles that it computes: with it a later run knows
/// whether it may go on, and `encke merge` what to make of the blocks.
store::Identity identity_of(const Options& options, const MetricEntry& metric, const Shape& shape,
                            Index blocks, const std::vector<io::FileRecord>& inputs);

/// The value of `name`. Throws Error(inconsistent) where there is none, or not a number.
std::string entry(const store::Identity& identity, const std::string& name);
Index number(const store::Identity& identity, const std::string& name);
double real(const store::Identity& identity, const std::string& name);

/// The score of a run of epistasis.
Score score_of(const store::Identity& identity);

/// What the sink of such a run is told.
SinkInfo sink_info(const store::Identity& identity);
/// The shares of a part run, empty for a whole run.
std::vector<Shares> shares_of(const store::Identity& identity);

}  // namespace encke::cli
