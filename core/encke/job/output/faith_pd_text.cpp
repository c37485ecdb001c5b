#include <encke/host/memory_limit.hpp>
#include <encke/io/table/rare_features.hpp>
#include <encke/io/tree/faith_pd.hpp>
#include <encke/job/output/faith_pd_text.hpp>
#include <encke/sink/format/value_text.hpp>

namespace encke::job {

std::string faith_pd_text(const Request& request) {
  io::SparseTable table =
      io::read_biom(request.path, request.memory ? *request.memory << 20 : memory_limit());
  io::take_selection(table, request.table, request.path);
  const auto all = io::faith_pd(table, io::read_newick(request.tree), request.tree);
  std::string text = "#SampleID\tfaith_pd\n";
  char value[sink::value_text_size];
  for (std::size_t s = 0; s < all.size(); ++s) {
    text += table.samples[s] + '\t';
    text.append(value, sink::print_value(value, all[s], false));
    text += '\n';
  }
  return text;
}

}  // namespace encke::job
