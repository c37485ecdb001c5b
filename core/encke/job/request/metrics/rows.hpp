#pragma once

#include <encke/job/request/metric_table.hpp>

// The rows of the metrics; each is defined in the file of its name.
namespace encke::job::metrics {

extern const MetricRow ccc;
extern const MetricRow duo;
extern const MetricRow ps;
extern const MetricRow sorenson;
extern const MetricRow epistasis;
extern const MetricRow unifrac;
extern const MetricRow r2;
extern const MetricRow jaccard;
extern const MetricRow cosine;
extern const MetricRow king;
extern const MetricRow ibs;

}  // namespace encke::job::metrics
