#include "device_numbers.hpp"

#include <algorithm>
#include <encke/base/error.hpp>

namespace encke::cuda {

std::vector<int> device_numbers(int place, int processes, int wanted, int count) {
  if (wanted > count) {
    throw Error(Failure::gpu, "--devices " + std::to_string(wanted) + ": this machine has " +
                                  std::to_string(count) + (count == 1 ? " GPU" : " GPUs"));
  }
  const int each = wanted > 0 ? wanted : std::max(1, count / std::max(1, processes));
  std::vector<int> numbers;
  for (int d = 0; d < each; ++d) numbers.push_back((place % count * each + d) % count);
  std::sort(numbers.begin(), numbers.end());
  return numbers;
}

std::string text_of_devices(const std::vector<int>& numbers) {
  const std::string first = std::to_string(numbers.front()), last = std::to_string(numbers.back());
  if (numbers.size() == 1) return "GPU " + first;
  if (numbers.back() - numbers.front() + 1 == static_cast<int>(numbers.size())) {
    return "GPUs " + first + (numbers.size() == 2 ? " and " : " to ") + last;
  }
  std::string text = "GPUs " + first;
  for (std::size_t d = 1; d + 1 < numbers.size(); ++d) text += ", " + std::to_string(numbers[d]);
  return text + " and " + last;
}

}  // namespace encke::cuda
