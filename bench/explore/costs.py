"""What the JSON of `cupper explore`, and the threads of a run, say about costs. Used by `run` in this folder."""

import glob
import json
import subprocess
import sys
import time


def layers(path):
    """Time per fork, share of the engine, and what a question costs in each layer."""
    results = json.load(open(path))["results"]
    total = sum(result["seconds"] for result in results)
    figures = [result["figures"] for result in results]
    forks = sum(count for one in figures for name, count in one.items() if name.startswith("forks."))
    total_of = lambda name: sum(one.get(name, 0) for one in figures)
    layers = sorted({name.removesuffix(".asked") for one in figures for name in one if name.endswith(".asked")})
    costs = {layer: [total_of(f"{layer}.{what}") for what in ("asked", "answered", "seconds")] for layer in layers}
    solver = sum(seconds for _, _, seconds in costs.values())
    smt = costs["z3"][2]
    print(f"engine (all but Z3): {100 * (1 - smt / total):.0f} % of {total:.1f} s")
    print(f"{forks} forks: {1e6 * (total - solver) / forks:.0f} us each without the solver")
    for name, (asked, answered, seconds) in costs.items():
        print(f"  {name}: {asked} asked, {answered} answered, {1e6 * seconds / max(asked, 1):.1f} us each")


def threads(command):
    """Runs a command; its time by the clock, and the processor time of its busiest thread."""
    start = time.time()
    process = subprocess.Popen(command, stdout=subprocess.DEVNULL)
    used = {}
    while process.poll() is None:
        for stat in glob.glob(f"/proc/{process.pid}/task/*/stat"):
            try:
                fields = open(stat).read().rsplit(")", 1)[1].split()
                used[stat] = (int(fields[11]) + int(fields[12])) / 100
            except (OSError, IndexError):
                pass  # The thread has just ended.
        time.sleep(0.02)
    wall = time.time() - start
    print(f"clock {wall:.1f} busiest {max(used.values()):.1f} all {sum(used.values()):.1f}")


def memory(few, many):
    """What each further waiting state adds to the peak."""
    few, many = (json.load(open(path))["results"][0]["figures"] for path in (few, many))
    states = many["waiting"] - few["waiting"]
    added = many["peak-memory"] - few["peak-memory"]
    print(f"{few['waiting']} and {many['waiting']} waiting states: {added / 1024 / max(states, 1):.1f} KB for each")


if __name__ == "__main__":
    what, *arguments = sys.argv[1:]
    if what == "threads":
        threads(arguments)
    else:
        {"layers": layers, "memory": memory}[what](*arguments)
