#pragma once

#include <encke/base/index.hpp>
#include <encke/sink/ids.hpp>
#include <string>
#include <vector>

namespace encke::sink {

/// FID and IID of a sample with a tab between them, from "FID IID" or an IID alone, whose FID is 0.
/// Without ids, samples are named 0, 1, 2, …
std::string sample_columns(const Ids& ids, Index sample);

/// Names for outputs that have one column for a sample, from names as above: the IIDs where these
/// differ, otherwise FID_IID.
std::vector<std::string> one_name_each(const std::vector<std::string>& names);

}  // namespace encke::sink
