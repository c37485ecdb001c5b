#pragma once

#include <string>
#include <vector>

namespace encke::cuda {

/// The devices that a process takes of the `count` that this machine has. `wanted`: how many; 0:
/// those of the machine, shared by its `processes` processes, at least one. `place`: the process's
/// among them, from 0. Where all processes want more than there are, devices have several.
/// Throws Error(gpu) where one process wants more than there are.
std::vector<int> device_numbers(int place, int processes, int wanted, int count);

/// "GPU 1", "GPUs 0 and 2", "GPUs 0 to 3": for reports.
std::string text_of_devices(const std::vector<int>& numbers);

}  // namespace encke::cuda
