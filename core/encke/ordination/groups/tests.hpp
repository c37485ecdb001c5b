#pragma once

#include <encke/ordination/groups/group_test.hpp>

namespace encke::ordination::detail {

GroupTest permanova(const Distances& distances, const Grouping& grouping,
                    const GroupTestOptions& options);
GroupTest anosim(const Distances& distances, const Grouping& grouping,
                 const GroupTestOptions& options);
GroupTest permdisp(const Distances& distances, const Grouping& grouping,
                   const GroupTestOptions& options);

}  // namespace encke::ordination::detail
