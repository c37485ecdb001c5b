#pragma once

#include <encke/ordination/groups/group_test.hpp>
#include <encke/ordination/pcoa.hpp>
#include <string>
#include <vector>

namespace encke::ordination {

/// P.pcoa.tsv: #SAMPLE, PC1, PC2, ...; a line for each sample. Numbers read back as the same bits.
/// Throws Error(inconsistent) for an id with a tab or a line break.
std::string coordinates_text(const Pcoa& pcoa);

/// P.eigenvalues.tsv: #AXIS, EIGENVALUE, PROPORTION, CUMULATIVE; a line for each eigenvalue that
/// was computed, negative ones too, whose proportion is 0.
std::string eigenvalues_text(const Pcoa& pcoa);

/// scikit-bio's format "ordination", which QIIME 2 and Emperor read; negative eigenvalues are 0 in
/// it. Throws as coordinates_text(), and for an id that begins or ends with a blank, which its
/// readers cut off.
std::string ordination_text(const Pcoa& pcoa);

/// P.group_test.tsv: #METHOD, STATISTIC, VALUE, P, PERMUTATIONS, SAMPLES, GROUPS; a line for each.
std::string tests_text(const std::vector<GroupTest>& tests, const Grouping& grouping);

/// P.groups.tsv: #GROUP, SAMPLES, then MEAN_DISTANCE (of the pairs in the group) and, where
/// PERMDISP is among the tests, MEAN_TO_CENTRE; a line for each group.
std::string groups_text(const std::vector<GroupTest>& tests, const Grouping& grouping,
                        const std::vector<double>& mean_distances);

}  // namespace encke::ordination
