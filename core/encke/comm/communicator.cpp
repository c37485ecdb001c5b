#include <algorithm>
#include <cstdlib>
#include <encke/base/error.hpp>
#include <encke/comm/communicator.hpp>
#include <encke/comm/transport.hpp>
#include <utility>

namespace encke {
namespace {

constexpr int gather_tag = 32767;  // the largest that every MPI allows
static_assert(gather_tag > Communicator::largest_tag);

/// Calls work with one piece of at most `cut` elements after the other; with an empty one if there
/// are none, so that both sides of a transfer of nothing have a message.
template <class T, class Work>
void in_messages(std::span<T> all, std::size_t cut, const Work& work) {
  do {
    const std::size_t n = std::min(cut, all.size());
    work(all.first(n));
    all = all.subspan(n);
  } while (!all.empty());
}

void check_tag(int tag) {
  if (tag < 0 || tag > Communicator::largest_tag) {
    throw Error(Failure::internal, "the tag of a message is " + std::to_string(tag) +
                                       "; expected 0 to " +
                                       std::to_string(Communicator::largest_tag));
  }
}

}  // namespace

Transfer::Transfer() = default;
Transfer::Transfer(Transfer&&) noexcept = default;
Transfer& Transfer::operator=(Transfer&&) noexcept = default;
Transfer::~Transfer() = default;

void Transfer::wait() {
  for (const auto& message : messages_) message->wait();
  messages_.clear();
}

bool Transfer::done() {
  // Each is asked, because asking is what moves data.
  std::erase_if(messages_, [](const auto& message) { return message->done(); });
  return messages_.empty();
}

Communicator::Communicator() : Communicator(comm::one_process()) {}

Communicator::Communicator(std::shared_ptr<const comm::Transport> transport)
    : transport_(std::move(transport)), cut_(comm::Transport::largest_message) {}

int Communicator::rank() const { return transport_->rank(); }
int Communicator::size() const { return transport_->size(); }
bool Communicator::concurrent() const { return transport_->concurrent(); }
GpuAware Communicator::gpu_aware() const { return transport_->gpu_aware(); }
void Communicator::barrier() const { transport_->barrier(); }

void Communicator::abort(int exit_code) const {
  transport_->abort(exit_code);
  std::_Exit(exit_code);  // in case that MPI only tries
}

Communicator Communicator::split(int color, int key) const {
  if (color < 0) {
    throw Error(Failure::internal,
                "the color of a group of ranks is " + std::to_string(color) + "; expected >= 0");
  }
  return Communicator(transport_->split(color, key)).cut_at(cut_);
}

Communicator Communicator::cut_at(std::size_t bytes) const {
  if (bytes < sizeof(std::int64_t) || bytes > comm::Transport::largest_message) {
    throw Error(Failure::internal, "messages are to be cut at " + std::to_string(bytes) +
                                       " bytes; expected 8 to " +
                                       std::to_string(comm::Transport::largest_message));
  }
  Communicator other = *this;
  other.cut_ = bytes;
  return other;
}

void Communicator::check_rank(int rank, const char* what) const {
  if (rank < 0 || rank >= size()) {
    throw Error(Failure::internal, std::string("the ") + what + " rank is " + std::to_string(rank) +
                                       "; expected 0 to " + std::to_string(size() - 1));
  }
}

void Communicator::broadcast(std::span<std::byte> bytes, int root) const {
  check_rank(root, "root");
  in_messages(bytes, cut_, [&](auto piece) { transport_->broadcast(piece, root); });
}

std::string Communicator::broadcast(std::string text, int root) const {
  std::uint64_t length = text.size();
  broadcast(std::as_writable_bytes(std::span(&length, 1)), root);
  text.resize(length);
  broadcast(std::as_writable_bytes(std::span(text)), root);
  return text;
}

void Communicator::sum(std::span<std::int64_t> values) const {
  in_messages(values, cut_ / sizeof(std::int64_t),
              [&](auto piece) { transport_->reduce(piece, comm::Reduction::sum); });
}

void Communicator::maximum(std::span<std::int64_t> values) const {
  in_messages(values, cut_ / sizeof(std::int64_t),
              [&](auto piece) { transport_->reduce(piece, comm::Reduction::maximum); });
}

void Communicator::any(std::span<std::uint64_t> bits) const {
  // The same integers read as signed ones, which the language allows.
  const std::span values(reinterpret_cast<std::int64_t*>(bits.data()), bits.size());
  in_messages(values, cut_ / sizeof(std::int64_t),
              [&](auto piece) { transport_->reduce(piece, comm::Reduction::bit_or); });
}

std::vector<std::string> Communicator::gather(const std::string& text, int root) const {
  check_rank(root, "root");
  const auto length = static_cast<std::int64_t>(text.size());
  const std::vector<std::int64_t> lengths = all_gather(std::span(&length, 1));
  std::vector<std::string> texts;
  if (rank() != root) {
    start_send(std::as_bytes(std::span(text)), root, gather_tag).wait();
    return texts;
  }
  texts.resize(lengths.size());
  std::vector<Transfer> receives;
  for (int from = 0; from < size(); ++from) {
    std::string& other = texts[static_cast<std::size_t>(from)];
    other.resize(static_cast<std::size_t>(lengths[static_cast<std::size_t>(from)]));
    if (from == root) {
      other = text;
    } else {
      receives.push_back(start_receive(std::as_writable_bytes(std::span(other)), from, gather_tag));
    }
  }
  for (Transfer& receive : receives) receive.wait();
  return texts;
}

std::vector<std::int64_t> Communicator::all_gather(std::span<const std::int64_t> mine) const {
  const auto ranks = static_cast<std::size_t>(size());
  const auto length = static_cast<std::int64_t>(mine.size());
  const std::vector<std::int64_t> ones(ranks, 1);
  std::vector<std::int64_t> lengths(ranks);
  transport_->all_gather(std::span(&length, 1), ones, lengths);
  std::size_t total = 0;
  for (const std::int64_t n : lengths) total += static_cast<std::size_t>(n);
  std::vector<std::int64_t> all(total);
  if (total * sizeof(std::int64_t) <= cut_) {
    transport_->all_gather(mine, lengths, all);
    return all;
  }
  std::span rest(all);
  for (int from = 0; from < size(); ++from) {
    const auto part = rest.first(static_cast<std::size_t>(lengths[static_cast<std::size_t>(from)]));
    if (from == rank()) std::ranges::copy(mine, part.begin());
    broadcast(std::as_writable_bytes(part), from);
    rest = rest.subspan(part.size());
  }
  return all;
}

Transfer Communicator::send(std::span<const std::byte> bytes, int to, int tag) const {
  check_rank(to, "receiving");
  check_tag(tag);
  return start_send(bytes, to, tag);
}

Transfer Communicator::receive(std::span<std::byte> bytes, int from, int tag) const {
  check_rank(from, "sending");
  check_tag(tag);
  return start_receive(bytes, from, tag);
}

Transfer Communicator::start_send(std::span<const std::byte> bytes, int to, int tag) const {
  Transfer transfer;
  in_messages(bytes, cut_,
              [&](auto piece) { transfer.messages_.push_back(transport_->send(piece, to, tag)); });
  return transfer;
}

Transfer Communicator::start_receive(std::span<std::byte> bytes, int from, int tag) const {
  Transfer transfer;
  in_messages(bytes, cut_, [&](auto piece) {
    transfer.messages_.push_back(transport_->receive(piece, from, tag));
  });
  return transfer;
}

}  // namespace encke
