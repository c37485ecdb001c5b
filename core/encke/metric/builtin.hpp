#pragma once

// The one list of metrics that Encke brings.
#include <encke/metric/ccc.hpp>
#include <encke/metric/ccc_alleles.hpp>
#include <encke/metric/count_ps.hpp>
#include <encke/metric/epistasis.hpp>
#include <encke/metric/genotype_correlation.hpp>
#include <encke/metric/ibs.hpp>
#include <encke/metric/interaction.hpp>
#include <encke/metric/interaction/alleles.hpp>
#include <encke/metric/interaction/joint_effects.hpp>
#include <encke/metric/interaction/linear.hpp>
#include <encke/metric/king.hpp>
#include <encke/metric/ps.hpp>
#include <encke/metric/r_squared.hpp>
#include <encke/metric/sets/cosine.hpp>
#include <encke/metric/sets/duo.hpp>
#include <encke/metric/sets/jaccard.hpp>
#include <encke/metric/sets/sorenson.hpp>
#include <encke/metric/unifrac.hpp>
#include <tuple>

namespace encke {

using BuiltinMetrics =
    std::tuple<Ccc, Duo, Ps, CountPs, Sorenson, K2, MutualInformation, ChiSquared, Interaction,
               AlleleInteraction, JointEffects, LinearInteraction, UnweightedUnifrac,
               WeightedUnifrac, GeneralizedUnifrac, AdjustedUnifrac, AlleleCcc, RSquared,
               GenotypeCorrelation, Jaccard, Cosine, King, Ibs>;

}  // namespace encke
