#include <algorithm>
#include <chrono>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <set>
#include <sstream>
#include <thread>

#include <fmt/format.h>

#include "models/common/ceil_div.h"
#include "sim/app/sweep/launcher.h"
#include "sim/app/sweep/program.h"
#include "sim/base/error.h"

namespace ngpcsim::app {
namespace {

namespace fs = std::filesystem;

constexpr const char* kJobNote = "slurm_job";
constexpr std::size_t kAttempts = 3;      // submissions before points that never came back count as failed
constexpr std::uint64_t kStartSeconds = 60;  // of an array task, beside its points

fs::path list_file(const fs::path& folder) { return folder / "points.txt"; }
fs::path result_file(const fs::path& folder, std::size_t point) { return folder / fmt::format("{}.json", point); }

/// Under another name first, so that whoever sees the file sees all of it.
void write_whole(const fs::path& file, const std::string& text) {
  const fs::path draft = file.string() + ".draft";
  {
    std::ofstream out(draft, std::ios::binary);
    out << text;
    out.flush();
    if (!out) throw InputError({draft.string()}, "cannot be written", "a folder with room that all nodes see");
  }
  fs::rename(draft, file);
}

std::string end_text(const ChildEnd& end) { return Json{{"kind", static_cast<int>(end.kind)}, {"text", end.text}}.dump(); }

std::optional<ChildEnd> read_end(const fs::path& folder, std::size_t point) {
  std::ifstream in(result_file(folder, point), std::ios::binary);
  if (!in) return std::nullopt;
  const Json json = Json::parse(std::string{std::istreambuf_iterator<char>(in), {}});
  return ChildEnd{point, static_cast<ChildEnd::Kind>(json.at("kind").get<int>()), json.at("text").get<std::string>()};
}

std::vector<std::string> words_of(const std::string& text) {
  std::istringstream in(text);
  return {std::istream_iterator<std::string>(in), {}};
}

std::string shell_quoted(const std::string& word) {
  std::string quoted = "'";
  for (const char c : word) quoted += c == '\'' ? std::string("'\\''") : std::string(1, c);
  return quoted + "'";
}

class SlurmLauncher : public Launcher {
 public:
  explicit SlurmLauncher(SlurmOptions options) : options_(std::move(options)) {}

  bool run(SweepDatabase& database, const std::vector<std::size_t>& points, const std::function<bool(std::size_t)>& progress) override {
    std::set<std::size_t> missing(points.begin(), points.end());
    fs::create_directories(options_.folder);
    gather(database, missing);
    std::optional<std::string> job = database.note(kJobNote);  // of a driver that was ended
    if (job && !alive(*job)) job.reset();
    for (std::size_t attempts = 0; !missing.empty();) {
      if (!job) {
        if (attempts++ == kAttempts) {
          give_up(database, missing);
          break;
        }
        job = submit(missing);
        database.set_note(kJobNote, *job);
      }
      const bool over = !alive(*job);
      gather(database, missing);
      if (over) job.reset();
      if (!progress(points.size() - missing.size())) {
        if (job) static_cast<void>(run_other_program({"scancel", *job}));
        return false;
      }
      if (!over) std::this_thread::sleep_for(std::chrono::milliseconds(500));
    }
    database.erase_note(kJobNote);
    fs::remove_all(options_.folder);
    return true;
  }

 private:
  /// Files stay until the sweep ends: a task that Slurm starts again must not run a point twice.
  void gather(SweepDatabase& database, std::set<std::size_t>& missing) const {
    for (auto at = missing.begin(); at != missing.end();) {
      if (const std::optional<ChildEnd> end = read_end(options_.folder, *at)) {
        store_end(database, *end);
        at = missing.erase(at);
      } else {
        ++at;
      }
    }
  }

  std::string submit(const std::set<std::size_t>& missing) const {
    std::string list;
    for (const std::size_t point : missing) list += fmt::format("{}\n", point);
    write_whole(list_file(options_.folder), fmt::format("{}\n{}", options_.chunk, list));
    const std::size_t tasks = models::ceil_div(missing.size(), options_.chunk);
    std::string script = "exec";
    for (const std::string& word : options_.worker) script += " " + shell_quoted(word);
    script += fmt::format(" --worker {}", shell_quoted(options_.folder));
    std::vector<std::string> command{"sbatch", "--parsable", "--requeue", "--ntasks=1", "--job-name=ngpcsim", fmt::format("--array=0-{}", tasks - 1),
                                     fmt::format("--output={}/task-%a.log", options_.folder), "--open-mode=append",
                                     fmt::format("--time={}", models::ceil_div(options_.chunk * options_.limits.seconds + kStartSeconds, std::uint64_t{60}))};
    for (const std::string& word : words_of(options_.arguments)) command.push_back(word);
    command.insert(command.end(), {"--wrap", script});
    const ProgramEnd end = run_other_program(command);
    if (end.status != 0)
      throw InputError({"--launcher slurm"}, end.status == 127 ? std::string("there is no sbatch here") : fmt::format("sbatch ended with {}: {}", end.status, one_line(end.output)), "a machine on which Slurm takes jobs; see --slurm-arguments");
    return end.output.substr(0, end.output.find_first_of(";\n"));
  }

  /// Still in the queue, running or waiting for a node. A controller that does not answer for a moment is no end.
  static bool alive(const std::string& job) {
    const ProgramEnd end = run_other_program({"squeue", "--noheader", "--jobs", job, "--format=%i"});
    if (end.status == 0) return end.output.find_first_not_of(" \n") != std::string::npos;
    return end.output.find("Invalid job id") == std::string::npos;
  }

  static void give_up(SweepDatabase& database, const std::set<std::size_t>& missing) {
    for (const std::size_t point : missing) database.store_failure(point, fmt::format("Slurm lost it {} times", kAttempts));
  }

  SlurmOptions options_;
};

}  // namespace

std::unique_ptr<Launcher> make_slurm_launcher(SlurmOptions options) { return std::make_unique<SlurmLauncher>(std::move(options)); }

void run_slurm_task(const std::string& folder, std::size_t task, const std::function<std::string(std::size_t)>& work, const ChildLimits& limits) {
  std::ifstream list(list_file(folder));
  std::size_t chunk = 0;
  if (!(list >> chunk)) throw InputError({list_file(folder).string()}, "is no list of points", "the folder of a sweep that runs");
  const std::vector<std::size_t> points(std::istream_iterator<std::size_t>(list), {});
  const std::size_t first = std::min(task * chunk, points.size());
  for (std::size_t i = first; i < std::min(first + chunk, points.size()); ++i) {
    if (fs::exists(result_file(folder, points[i]))) continue;
    ChildPool child(work, limits);
    child.start(points[i]);
    for (std::optional<ChildEnd> end; !end;)
      if ((end = child.wait())) write_whole(result_file(folder, points[i]), end_text(*end));
  }
}

}  // namespace ngpcsim::app
