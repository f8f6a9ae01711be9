#!/usr/bin/env python3
"""Time and memory of one training step (forward, L1 loss, back, Adam) of a row of the paper's ZINC table in
plain PyTorch (torch_networks.py), on batches like those of lab_bench_models: trees with three more bonds,
16 to 30 atoms, 128 graphs, for the transformers 32.

    python3 torch_step.py --row gatedgcn-map --threads 1
    python3 torch_step.py --list

Prints one JSON line: the shortest and the median step in wall and in processor seconds (the batch is in memory
before), parameters, nodes, edges, and by how many MB the steps raised the peak of the process's memory. Needs torch;
nothing of the project depends on it."""
import argparse
import json
import random
import resource
import statistics
import time

import torch

from torch_networks import Network, Options

ZINC_LOG_DEGREE = 1.12058504


def rows():
    """The 13 rows, as engine/model/paper_settings.cpp has them; against_torch.py compares the parameters."""
    gated = dict(model='gated_gcn', layers=16, hidden=78, out=78, pool='mean')
    narrow = dict(gated, hidden=68, out=68)
    pna = dict(model='pna', layers=16, hidden=70, out=70, pool='sum', log_degree=ZINC_LOG_DEGREE)
    signs = dict(encoder='random_sign_batch', encoding=8, join='add')

    def gin(network, encoder, k, layers, **more):
        return dict(network, encoder=encoder, encoding=k, encoder_hidden=network['hidden'], encoder_layers=layers, **more)

    def signnet(network, encoder, join):
        return gin(network, encoder, 8, 8, encoder_out=4, encoder_columns='side_by_side', join=join)

    found = {'gatedgcn-none': gated, 'gatedgcn-lappe-rs': dict(gated, **signs),
             'gatedgcn-signnet-phi': signnet(narrow, 'signnet_one', 'mix'),
             'gatedgcn-signnet': signnet(narrow, 'signnet', 'mix'),
             'gatedgcn-map': gin(dict(gated, hidden=69, out=67), 'map', 8, 6),
             'pna-none': pna, 'pna-lappe-rs': dict(pna, hidden=80, out=80, **signs),
             'pna-signnet': signnet(pna, 'signnet', 'add'), 'pna-map': gin(pna, 'map', 8, 6)}
    for model, width in (('san', 40), ('graphit', 48)):
        network = dict(model=model, layers=10, hidden=64, out=64, pool='sum')
        found[model + '-none'] = network
        found[model + '-map'] = gin(dict(network, hidden=width, out=width), 'map', 16, 6)
    return found


def molecule(rng):
    n = 16 + rng.randrange(15)
    bonds = {(max(0, v - 1 - rng.randrange(3)), v) for v in range(1, n)}
    goal = len(bonds) + 3
    while len(bonds) < goal:
        a, b = rng.randrange(n), rng.randrange(n)
        if a < b:
            bonds.add((a, b))
    return n, sorted(bonds)


def diffusion(n, bonds):
    """(I - L/4)^16 with the normalised Laplacian."""
    adjacency = torch.zeros(n, n)
    for a, b in bonds:
        adjacency[a, b] = adjacency[b, a] = 1.0
    scale = adjacency.sum(1).clamp(min=1).rsqrt()
    return torch.linalg.matrix_power(0.75 * torch.eye(n) + 0.25 * scale.unsqueeze(1) * adjacency * scale, 16)


def make_batch(graphs, o, rng):
    """Edges sorted by where they point; all pairs only for the transformers."""
    pair = o.model in ('san', 'graphit')
    src, dst, fake_src, fake_dst, kernel, fake_kernel, graph, sizes, base = [], [], [], [], [], [], [], [], 0
    for g in range(graphs):
        n, bonds = molecule(rng)
        there = set(bonds) | {(b, a) for a, b in bonds}
        edges = sorted(there, key=lambda edge: (edge[1], edge[0]))
        src += [base + a for a, _ in edges]
        dst += [base + b for _, b in edges]
        if pair:
            power = diffusion(n, bonds)
            kernel += [power[b, a].item() for a, b in edges]
            others = [(a, b) for b in range(n) for a in range(n) if a != b and (a, b) not in there]
            fake_src += [base + a for a, _ in others]
            fake_dst += [base + b for _, b in others]
            fake_kernel += [power[b, a].item() for a, b in others]
        graph += [g] * n
        sizes.append([float(n)])
        base += n
    numbers = dict(src=src, dst=dst, fake_src=fake_src, fake_dst=fake_dst, graph=graph, sizes=sizes)
    b = {name: torch.tensor(value) for name, value in numbers.items()}
    b['kernel'], b['fake_kernel'] = torch.tensor(kernel).unsqueeze(1), torch.tensor(fake_kernel).unsqueeze(1)
    b['atom'], b['bond'] = torch.randint(0, 28, (base, 1)), torch.randint(1, 4, (len(src), 1))
    b['pe'], b['target'] = 0.2 * torch.randn(base, max(1, o.encoding)), torch.randn(graphs, 1)
    return b


def peak_mb():
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024


def main():
    known = rows()
    line = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    line.add_argument('--row', choices=list(known), default='gatedgcn-none')
    line.add_argument('--list', action='store_true', help='print the rows')
    line.add_argument('--threads', type=int, default=1)
    line.add_argument('--graphs', type=int, default=0, help='of a batch; 0: as published')
    line.add_argument('--steps', type=int, default=15)
    a = line.parse_args()
    if a.list:
        print('\n'.join(known))
        return
    torch.set_num_threads(a.threads)
    torch.manual_seed(0)
    o = Options(**known[a.row])
    b = make_batch(a.graphs or (32 if o.model in ('san', 'graphit') else 128), o, random.Random(0))
    net = Network(o)
    torch.nn.functional.l1_loss(torch.zeros(8, 8, requires_grad=True) @ torch.ones(8, 8), torch.ones(8, 8)).backward()
    before = peak_mb()
    optimiser = torch.optim.Adam(net.parameters(), lr=1e-3)
    wall, processor = [], []
    for _ in range(a.steps + 3):
        begin, cpu = time.perf_counter(), time.process_time()
        optimiser.zero_grad()
        loss = torch.nn.functional.l1_loss(net(b), b['target'])
        loss.backward()
        optimiser.step()
        wall.append(time.perf_counter() - begin)
        processor.append(time.process_time() - cpu)
    wall, processor = wall[3:], processor[3:]
    print(json.dumps(dict(row=a.row, torch=torch.__version__, threads=a.threads, nodes=len(b['graph']), edges=len(b['src']),
                          parameters=sum(p.numel() for p in net.parameters()), wall_min=min(wall),
                          wall_median=statistics.median(wall), cpu_min=min(processor),
                          cpu_median=statistics.median(processor), peak_mb=round(peak_mb() - before, 1),
                          loss=loss.item())))


if __name__ == '__main__':
    main()
