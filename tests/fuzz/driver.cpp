/// Runs a fuzz target on many inputs made from its seeds:
///
///   fuzz_TARGET [--inputs N | --seconds S] [--seed K] [--from N] [--save FILE] [FILE...]
///
/// Files are further seeds. An input depends on the seed and its number alone; when one crashes or takes more than ten seconds, its number is printed,
/// and `--from NUMBER --inputs 1 --save FILE` makes it again.
#include "tests/fuzz/driver.h"

#include <sys/mman.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <charconv>
#include <chrono>
#include <csignal>
#include <fstream>
#include <iostream>
#include <iterator>
#include <limits>
#include <string_view>

// Of the address sanitizer, where the target is built with it: it ends the process without a signal.
extern "C" [[gnu::weak]] void __sanitizer_set_death_callback(void (*callback)());

namespace ngpcsim::fuzz {
namespace {

constexpr unsigned kSlowSeconds = 10;

// All that a signal handler can reach.
volatile std::sig_atomic_t current_high = 0, current_low = 0;

void set_current(std::uint64_t number) {
  current_high = static_cast<std::sig_atomic_t>(number >> 24);
  current_low = static_cast<std::sig_atomic_t>(number & 0xFFFFFF);
}

void say_current() {
  std::array<char, 64> text{};
  constexpr std::string_view kHead = "\nfuzz: failed at input ";
  std::copy(kHead.begin(), kHead.end(), text.begin());
  const std::uint64_t number = (static_cast<std::uint64_t>(current_high) << 24) | static_cast<std::uint64_t>(current_low);
  char* const end = std::to_chars(text.data() + kHead.size(), text.data() + text.size() - 1, number).ptr;
  *end = '\n';
  static_cast<void>(!::write(STDERR_FILENO, text.data(), static_cast<std::size_t>(end + 1 - text.data())));
}

extern "C" void on_failure(int signal_number) {
  say_current();
  std::signal(signal_number, SIG_DFL);
  std::raise(signal_number);
}

struct Options {
  std::uint64_t inputs = 6000;
  double seconds = 0.0;
  std::uint64_t seed = 1;
  std::uint64_t from = 0;
  std::string save;
  std::vector<std::string> files;
};

bool parse(const std::vector<std::string>& arguments, Options& options) {
  for (std::size_t i = 0; i < arguments.size(); ++i) {
    const std::string& word = arguments[i];
    if (!word.starts_with("--")) {
      options.files.push_back(word);
      continue;
    }
    if (++i == arguments.size()) return false;
    if (word == "--inputs") options.inputs = std::stoull(arguments[i]);
    else if (word == "--seconds") options.seconds = std::stod(arguments[i]), options.inputs = std::numeric_limits<std::uint64_t>::max();
    else if (word == "--seed") options.seed = std::stoull(arguments[i]);
    else if (word == "--from") options.from = std::stoull(arguments[i]);
    else if (word == "--save") options.save = arguments[i];
    else return false;
  }
  return true;
}

void run_one(const std::string& input) {
  ::alarm(kSlowSeconds);
  static_cast<void>(LLVMFuzzerTestOneInput(reinterpret_cast<const std::uint8_t*>(input.data()), input.size()));
  ::alarm(0);
}

int run(const Options& options) {
  std::vector<std::string> good = seeds();
  for (const std::string& file : options.files) {
    std::ifstream in(file, std::ios::binary);
    good.emplace_back(std::istreambuf_iterator<char>(in), std::istreambuf_iterator<char>());
  }
  if (good.empty()) good.emplace_back();
  for (const int signal_number : {SIGSEGV, SIGBUS, SIGFPE, SIGILL, SIGABRT, SIGALRM}) std::signal(signal_number, on_failure);
  if (__sanitizer_set_death_callback != nullptr) __sanitizer_set_death_callback(say_current);
  const auto start = std::chrono::steady_clock::now();
  const auto seconds = [&start] { return std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count(); };
  std::uint64_t done = 0;
  for (; done < options.inputs && (options.seconds <= 0.0 || seconds() < options.seconds); ++done) {
    const std::uint64_t number = options.from + done;
    set_current(number);
    const std::string input = mutated(good, options.seed, number);
    if (!options.save.empty()) std::ofstream(options.save, std::ios::binary) << input;
    run_one(input);
  }
  std::cout << "fuzz: " << done << " inputs from " << good.size() << " seeds, " << seconds() << " s\n";
  return 0;
}

}  // namespace

[[gnu::weak]] std::vector<std::string> seeds() { return {}; }

MemoryFile::MemoryFile(const std::uint8_t* data, std::size_t size) : file_(::memfd_create("fuzz", MFD_CLOEXEC)) {
  for (std::size_t done = 0; done < size;) {
    const ssize_t written = ::write(file_, data + done, size - done);
    if (written <= 0) std::abort();
    done += static_cast<std::size_t>(written);
  }
}

MemoryFile::~MemoryFile() { ::close(file_); }

std::string MemoryFile::path() const { return "/proc/self/fd/" + std::to_string(file_); }

}  // namespace ngpcsim::fuzz

int main(int argc, char** argv) {
  ngpcsim::fuzz::Options options;
  if (!ngpcsim::fuzz::parse({argv + 1, argv + argc}, options)) {
    std::cerr << "usage: " << argv[0] << " [--inputs N | --seconds S] [--seed K] [--from N] [--save FILE] [FILE...]\n";
    return 2;
  }
  return ngpcsim::fuzz::run(options);
}
