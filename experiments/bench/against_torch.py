#!/usr/bin/env python3
"""Our training steps against PyTorch's on the same machine, in turns, so that both see the same noise.

    python3 experiments/bench/against_torch.py --python ~/torch/bin/python                # 13 rows, 1 and 2 threads
    python3 experiments/bench/against_torch.py --python ~/torch/bin/python --rows san-map --threads 1 --rounds 5

Needs a Python with torch (torch_step.py beside this file) and build/bin/lab_bench_models. Prints the shortest step
of several rounds in wall and in processor time, PyTorch's over ours, and the peak of memory: by how much
the steps raised that of the process. The batches are drawn alike; "per node" the ratios are corrected by the few
per cent by which their sizes differ. On a machine that others use as well, wall times of both are times of waiting:
then only the processor times say something. With two threads these count waiting for the other thread, too.
With --exp-script and --data also DeepSets on EXP, against a script that is not part of the project."""
import argparse
import json
import os
import subprocess

HERE = os.path.dirname(os.path.abspath(__file__))


def printed_by(command, threads):
    return subprocess.run(command, env=dict(os.environ, OMP_NUM_THREADS=str(threads), PYTHONDONTWRITEBYTECODE='1'),
                          check=True, capture_output=True, text=True).stdout


def ours(build, row, threads, seconds):
    """One process per round: the peak of memory is that of the process."""
    text = printed_by([f'{build}/lab_bench_models', f'--benchmark_filter=^{row}/.*threads:{threads}/',
                       '--benchmark_format=json', f'--benchmark_min_time={seconds}'], threads)
    found = json.loads(text)['benchmarks']
    if len(found) != 1:
        raise SystemExit(f'{build}/lab_bench_models: expected one row {row}, got {len(found)}')
    found = found[0]
    return dict(wall=found['shortest_ms'], cpu=found['shortest_cpu_ms'], memory=found['resident_MB'], nodes=found['nodes'],
                parameters=found['parameters'])


def theirs(python, row, threads, steps):
    found = json.loads(printed_by([python, f'{HERE}/torch_step.py', '--row', row, '--threads', str(threads),
                                '--steps', str(steps)], threads))
    return dict(wall=1e3 * found['wall_min'], cpu=1e3 * found['cpu_min'], memory=found['peak_mb'], nodes=found['nodes'],
                parameters=found['parameters'])


def compare_exp(a):
    """DeepSets on EXP, microseconds per step of a batch of 20."""
    best = [float('inf')] * 2
    for _ in range(a.rounds):
        mine = json.loads(printed_by([f'{a.build}/lab_bench_training', '--benchmark_filter=epochs/reshuffle:1',
                                   '--benchmark_format=json', '--benchmark_min_time=0.1'], 1))['benchmarks'][0]
        peer = json.loads(printed_by([a.python, a.exp_script, '--data', a.data, '--model', 'deepsets', '--threads', '1',
                                   '--epochs', '10'], 1).strip().splitlines()[-1])
        best = [min(best[0], mine['us_a_step'] / 1e3), min(best[1], peer['epoch_wall_min'] * 1e3 / 49)]
    print(f'DeepSets-RSE on EXP, 1 thread: ours {best[0]:.3f} ms, PyTorch {best[1]:.3f} ms, '
          f'ratio {best[1] / best[0]:.2f}')


def main():
    line = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    line.add_argument('--python', default='python3', help='a Python with torch')
    line.add_argument('--build', default='build/bin')
    line.add_argument('--rows', default='', help='rows with commas between them; all 13 unless given')
    line.add_argument('--threads', default='1,2')
    line.add_argument('--rounds', type=int, default=3)
    line.add_argument('--steps', type=int, default=5, help='of PyTorch per round')
    line.add_argument('--seconds', type=float, default=2, help='of ours per round')
    line.add_argument('--exp-script', default='')
    line.add_argument('--data', default='', help='GRAPHSAT.txt, for --exp-script')
    a = line.parse_args()

    known = printed_by([a.python, f'{HERE}/torch_step.py', '--list'], 1).split()
    rows = a.rows.split(',') if a.rows else known
    for row in rows:
        if row not in known:
            raise SystemExit(f'--rows: expected some of {",".join(known)}, got {row}')
    print('| a training step | threads | ours, ms | PyTorch, ms | PyTorch / ours | processor: ours, ms | PyTorch, ms '
          '| PyTorch / ours | memory: ours, MB | PyTorch, MB |\n|---|--:|--:|--:|--:|--:|--:|--:|--:|--:|')
    for threads in (int(t) for t in a.threads.split(',')):
        for row in rows:
            mine, peer = [], []
            for _ in range(a.rounds):
                mine.append(ours(a.build, row, threads, a.seconds))
                peer.append(theirs(a.python, row, threads, a.steps))
            if mine[0]['parameters'] != peer[0]['parameters']:
                raise SystemExit(f'{row}: expected as many parameters as PyTorch has, {peer[0]["parameters"]}, '
                                 f'got {mine[0]["parameters"]:.0f}')
            size = mine[0]['nodes'] / peer[0]['nodes']
            cells = [f'{row}', f'{threads}']
            for key in ('wall', 'cpu'):
                x, y = min(m[key] for m in mine), min(p[key] for p in peer)
                cells += [f'{x:.1f}', f'{y:.1f}', f'{y / x * size:.2f}']
            cells += [f'{max(m["memory"] for m in mine):.0f}', f'{max(p["memory"] for p in peer):.0f}']
            print('| ' + ' | '.join(cells) + ' |', flush=True)
    if a.exp_script:
        compare_exp(a)


if __name__ == '__main__':
    main()
