#!/usr/bin/env bash
# Cost of the heap strategies on the papers' programs, and of engine against solver on integer code; ratios, not absolute times.
# Usage: bench/explore/run.sh [CUPPER]   (a release build; default target/release/cupper)
set -eu
cd "$(dirname "$0")/../.."
cupper=${1:-target/release/cupper}

echo "== linked list: lazy and lazier-sharp against summary"
"$cupper" compare examples/explore/LinkedList.java --method LinkedList.run --shape acyclic \
    --heap summary,lazy,lazier-sharp --sizes 1..6 --time 30 --plot bench/explore/linked-list.svg | tee /tmp/cupper-bench.txt
awk '$2 == "summary" { s[$1] = $7 } $2 == "lazy" { l[$1] = $7 }
     END { for (n in l) if (s[n] > 0) printf "size %d: lazy / summary = %.1f\n", n, l[n] / s[n] }' /tmp/cupper-bench.txt | sort

echo "== traversal loop"
"$cupper" compare examples/explore/Traverse.java --method Traverse.traverse --sizes 1..8 --plot bench/explore/traverse.svg

echo "== engine share (everything but Z3) on integer code; cost per fork and per query layer"
for file in tests/programs/explore/Numbers.java examples/explore/StackMachine.java examples/explore/SearchTree.java; do
    status=0
    "$cupper" explore "$file" --format json --time 60 > /tmp/cupper-bench.json || status=$?
    [ "$status" -ne 2 ]
    python3 - "$file" /tmp/cupper-bench.json <<'PY'
import json, sys
results = json.load(open(sys.argv[2]))["results"]
total = sum(result["seconds"] for result in results)
layers = {}
for result in results:
    for layer in result["queries"]["layers"]:
        asked, seconds = layers.get(layer["name"], (0, 0.0))
        layers[layer["name"]] = (asked + layer["asked"], seconds + layer["seconds"])
forks = sum(sum(result["forks"].values()) for result in results)
z3 = layers.get("z3", (0, 0.0))[1]
print(f"{sys.argv[1]}: engine {100 * (1 - z3 / total):.0f}% of {total:.2f} s, {1e6 * total / max(forks, 1):.0f} us per fork")
for name, (asked, seconds) in layers.items():
    print(f"  {name}: {asked} asked, {1e6 * seconds / max(asked, 1):.1f} us each")
PY
done
