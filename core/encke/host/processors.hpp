#pragma once

#include <span>
#include <vector>

namespace encke {

/// Numbers of the processors that a thread of this process may run on, ascending; empty where the
/// system does not tell. `thread` is the system's number of it, 0 is the calling one.
std::vector<int> processors_of_thread(int thread = 0);

/// How many processors the calling thread may run on; where the system does not tell, how many
/// there are; at least 1.
int count_processors();

/// Lets the calling thread run on these processors only. A hint: nothing happens where the system
/// has no such call or refuses it.
void bind_to(std::span<const int> processors);

}  // namespace encke
