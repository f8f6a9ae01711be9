#!/usr/bin/env python3
"""Our training steps against PyTorch's on the same machine, in turns, so that both see the same noise.

    python3 experiments/bench/against_torch.py --python ~/torch/bin/python --peers PEERS \
        --data DATA/exp/GRAPHSAT.txt

Needs a Python with torch and numpy, the folder PEERS with the two scripts bench_gatedgcn.py and
bench_rse_exp.py, and the data set EXP (docs/data.md); ours are build/bin/lab_bench_models and
lab_bench_training. Prints the shortest of several rounds each, and the ratio: PyTorch's time over ours.
Nothing of the project depends on it."""
import argparse
import json
import os
import subprocess


def ours(program, name, threads, seconds):
    """Milliseconds of one step in this round, by google-benchmark."""
    text = subprocess.run([program, f'--benchmark_filter={name}', '--benchmark_format=json',
                           f'--benchmark_min_time={seconds}'],
                          env=dict(os.environ, OMP_NUM_THREADS=str(threads)), check=True,
                          capture_output=True, text=True).stdout
    found = json.loads(text)['benchmarks'][0]
    if 'us_a_step' in found:
        return found['us_a_step'] / 1e3
    return found['shortest_ms']


def theirs(python, script, arguments, key, steps):
    text = subprocess.run([python, script, *arguments], check=True, capture_output=True, text=True).stdout
    return json.loads(text.strip().splitlines()[-1])[key] * 1e3 / steps


def main():
    line = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    line.add_argument('--python', default='python3', help='a Python with torch and numpy')
    line.add_argument('--build', default='build/bin')
    line.add_argument('--peers', required=True, help='the folder of the two scripts')
    line.add_argument('--data', required=True, help='GRAPHSAT.txt')
    line.add_argument('--rounds', type=int, default=3)
    line.add_argument('--only', default='', help='cases whose title has this in it')
    a = line.parse_args()

    gated, rse = (os.path.join(a.peers, s) for s in ('bench_gatedgcn.py', 'bench_rse_exp.py'))
    cases = []
    for threads in (1, 2):
        for pe, name, widths in (('none', 'GatedGCN/None/', ['--hidden', '78', '--out', '78']),
                                 ('map', 'GatedGCN/MAP/', ['--hidden', '69', '--out', '67', '--pe', 'map'])):
            cases.append((f'GatedGCN, 16 layers, PE {pe}, {threads} thread(s)',
                          lambda t=threads, n=name: ours(f'{a.build}/lab_bench_models', f'{n}.*threads:{t}', t, 3),
                          lambda t=threads, w=widths: theirs(a.python, gated, ['--threads', str(t), '--steps', '15', *w],
                                                             'wall_min', 1)))
    cases.append(('DeepSets-RSE on EXP, 1 thread', lambda: ours(f'{a.build}/lab_bench_training', 'epochs/reshuffle:1', 1, 0.1),
                  lambda: theirs(a.python, rse, ['--data', a.data, '--model', 'deepsets', '--threads', '1',
                                                 '--epochs', '10'], 'epoch_wall_min', 49)))
    print(f'{"a training step, milliseconds":44s} {"ours":>9s} {"PyTorch":>9s} {"ratio":>6s}')
    for title, mine, peer in cases:
        if a.only not in title:
            continue
        best = [float('inf')] * 2
        for _ in range(a.rounds):
            best = [min(best[0], mine()), min(best[1], peer())]
        print(f'{title:44s} {best[0]:9.3f} {best[1]:9.3f} {best[1] / best[0]:6.2f}', flush=True)


if __name__ == '__main__':
    main()
