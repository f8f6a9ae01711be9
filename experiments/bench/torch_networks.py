"""The networks of the paper's tables in plain PyTorch: GatedGCN, PNA, SAN and GraphiT, with the encoders of
the positional encoding. torch_step.py measures them; tests/fixtures/torch_steps.py computes with them what
our networks are compared with. index_select, index_add_ and scatter_reduce only, no DGL or PyG. Maps that see
the same rows are one product (A, B, D, E of GatedGCN), towers are one batched product, and a map of an edge's
two ends is applied before the rows are gathered: the quick way to write each in PyTorch.

A network takes `Options` and a batch, a dictionary of tensors:
    src, dst          edges, in both directions, sorted by dst
    graph, sizes      of each node its graph; graphs x 1: nodes
    atom, bond        nodes x tables, edges x tables: integer features
    pe                nodes x k: positional encoding
    fake_src, fake_dst          SAN, GraphiT: pairs that are no edge
    kernel, fake_kernel         GraphiT: (I - L/4)^16 of the edges and of these pairs, pairs x 1
"""
import dataclasses

import torch
import torch.nn as nn
import torch.nn.functional as F

from torch_encoders import GinEncoder


@dataclasses.dataclass
class Options:
    """As ModelOptions of engine/model/options.hpp, with its names and defaults."""
    model: str = 'gated_gcn'
    encoder: str = 'none'
    node_types: tuple = (28,)
    edge_types: tuple = (4,)
    encoding: int = 0
    hidden: int = 78
    out: int = 78
    layers: int = 16
    outputs: int = 1
    join: str = 'mix'
    pool: str = 'mean'
    encoder_hidden: int = 67
    encoder_layers: int = 6
    encoder_out: int = 0
    encoder_columns: str = 'sum'
    encoder_graph: str = 'bonds'
    graph_norm: bool = False
    heads: int = 8
    towers: int = 5
    edge_width: int = 40
    log_degree: float = 1.0
    aggregators: tuple = ('mean', 'max', 'min', 'std')
    scalers: tuple = ('identity', 'amplification', 'attenuation')


def picked(tables, types):
    return sum(table(types[:, i]) for i, table in enumerate(tables))


def by_graph(b, columns):
    """graphs x columns of zeros to add to."""
    return b['pe'].new_zeros(b['sizes'].shape[0], columns)


def graph_norm(h, b):
    return h * b['sizes'].rsqrt().index_select(0, b['graph'])


class GatedLayer(nn.Module):
    def __init__(self, o, i, out):
        super().__init__()
        self.node = nn.Linear(i, 4 * out)  # A, B, D, E
        self.edge = nn.Linear(i, out)      # C
        self.node_norm, self.edge_norm = nn.BatchNorm1d(out), nn.BatchNorm1d(out)
        self.residual, self.graph_norm = i == out, o.graph_norm

    def forward(self, h, e, b):
        own, value, tail, head = self.node(h).chunk(4, dim=1)
        gate = tail.index_select(0, b['src']) + head.index_select(0, b['dst']) + self.edge(e)
        s = torch.sigmoid(gate)
        total = torch.zeros_like(own).index_add_(0, b['dst'], s * value.index_select(0, b['src']))
        share = torch.zeros_like(own).index_add_(0, b['dst'], s)
        h2 = own + total / (share + 1e-6)
        if self.graph_norm:
            h2 = graph_norm(h2, b)
        h2, e2 = F.relu(self.node_norm(h2)), F.relu(self.edge_norm(gate))
        return (h + h2, e + e2) if self.residual else (h2, e2)


class Towers(nn.Module):
    """Linear maps of `towers` parts of a row, side by side, without bias."""

    def __init__(self, towers, i, out):
        super().__init__()
        self.weight = nn.Parameter(torch.empty(towers, i, out))
        nn.init.uniform_(self.weight, -i ** -0.5, i ** -0.5)

    def forward(self, x):
        """rows x (towers i) to rows x (towers out)"""
        towers, i, _ = self.weight.shape
        if towers == 1:
            return x @ self.weight[0]
        y = torch.bmm(x.reshape(-1, towers, i).transpose(0, 1), self.weight)
        return y.transpose(0, 1).reshape(x.shape[0], -1)


class PnaLayer(nn.Module):
    def __init__(self, o, i, out):
        super().__init__()
        self.towers, self.delta, self.o = max(1, o.towers), o.log_degree, o
        w = i // self.towers
        parts = 1 + len(o.aggregators) * len(o.scalers)
        self.tail, self.head = Towers(self.towers, w, w), Towers(self.towers, w, w)
        self.edge = nn.Linear(o.edge_width, i)
        self.after = Towers(self.towers, parts * w, out // self.towers)
        self.after_bias = nn.Parameter(torch.zeros(out))
        self.norm = nn.BatchNorm1d(out)
        self.mix = nn.Linear(out, out) if o.towers > 0 else None
        self.residual = i == out

    def aggregates(self, h, message, b):
        n, d = h.shape
        where = b['dst'].unsqueeze(1).expand_as(message)
        zero = h.new_zeros(n, d)
        degree = h.new_zeros(n, 1).index_add_(0, b['dst'], h.new_ones(message.shape[0], 1))
        count = degree.clamp(min=1)
        total = zero.index_add(0, b['dst'], message)
        mean = total / count
        made = []
        for name in self.o.aggregators:
            if name in ('max', 'min'):
                made.append(zero.scatter_reduce(0, where, message, 'a' + name, include_self=False))
            elif name == 'std':
                square = zero.index_add(0, b['dst'], message * message) / count
                deviation = torch.sqrt(F.relu(square - mean * mean) + 1e-5)
                made.append(torch.where(degree > 0, deviation, zero))
            else:
                made.append({'mean': mean, 'sum': total}[name])
        amplify = torch.log(degree + 1) / self.delta
        scale = dict(identity=1.0, amplification=amplify,
                     attenuation=torch.where(degree > 0, 1 / amplify, torch.zeros_like(amplify)))
        return [x * scale[s] if s != 'identity' else x for s in self.o.scalers for x in made]

    def forward(self, h, e, b):
        message = (self.tail(h).index_select(0, b['src']) + self.head(h).index_select(0, b['dst'])
                   + self.edge(e))
        parts = [x.reshape(h.shape[0], self.towers, -1) for x in [h] + self.aggregates(h, message, b)]
        y = self.after(torch.cat(parts, dim=2).reshape(h.shape[0], -1)) + self.after_bias
        y = self.norm(graph_norm(y, b))
        y = F.relu(y) if self.mix is None else F.leaky_relu(self.mix(y), 0.01)
        return h + y if self.residual else y, e


class AttentionLayer(nn.Module):
    """Number c of head h is column c * heads + h, so that sums over c run over whole rows of heads: in
    PyTorch, too, quicker than sums over the last, short dimension."""

    def __init__(self, o, i, out):
        super().__init__()
        self.heads, self.scale = o.heads, (out // o.heads) ** -0.5
        self.node = nn.Linear(i, 5 * out, bias=False)  # Q, K, Q', K', V
        self.edge, self.absent = nn.Linear(i, out, bias=False), nn.Linear(i, out, bias=False)
        self.mix = nn.Linear(out, out)
        self.norm0, self.norm1 = nn.BatchNorm1d(out), nn.BatchNorm1d(out)
        self.wide, self.narrow = nn.Linear(out, 2 * out), nn.Linear(2 * out, out)

    def raised(self, q, k, e, src, dst):
        product = k.index_select(0, src) * q.index_select(0, dst) * e
        score = product.view(-1, product.shape[1] // self.heads, self.heads).sum(1) * self.scale
        return torch.exp(score.clamp(-5, 5))

    def forward(self, h, e, none, gamma, b):
        q, k, fake_q, fake_k, value = self.node(h).chunk(5, dim=1)
        real = self.raised(q, k, self.edge(e), b['src'], b['dst'])
        fake = self.raised(fake_q, fake_k, self.absent(none), b['fake_src'], b['fake_dst'])
        if gamma is None:
            real, fake = real * b['kernel'], fake * b['fake_kernel']
        else:
            g = gamma.clamp(0, 1)
            real, fake = real / (1 + g), fake * (g / (1 + g))
        n, d = value.shape
        values = value.view(n, -1, self.heads)
        out, total = torch.zeros_like(values), values.new_zeros(n, 1, self.heads)
        for a, src, dst in ((real, b['src'], b['dst']), (fake, b['fake_src'], b['fake_dst'])):
            a = a.unsqueeze(1)
            out = out.index_add(0, dst, a * values.index_select(0, src))
            total = total.index_add(0, dst, a)
        y = self.mix((out / (total + 1e-6)).reshape(n, d))
        h = self.norm0(h + y)
        return self.norm1(h + self.narrow(F.relu(self.wide(h))))


class Network(nn.Module):
    def __init__(self, o):
        super().__init__()
        self.o = o
        self.pair = o.model in ('san', 'graphit')
        edge_width = o.edge_width if o.model == 'pna' else o.hidden
        self.node_type = nn.ModuleList(nn.Embedding(rows, o.hidden) for rows in o.node_types)
        self.edge_type = nn.ModuleList(nn.Embedding(rows, edge_width) for rows in o.edge_types)
        if o.encoder != 'none':
            self.encoder = GinEncoder(o) if o.encoder in ('map', 'signnet', 'signnet_one') else None
            self.encoding = nn.Linear(o.encoding, o.hidden)
            self.mix = nn.Linear(2 * o.hidden, o.hidden) if o.join == 'mix' else None
        self.gamma = nn.Parameter(torch.full((1, 1), 0.1)) if o.model == 'san' else None
        layer = dict(gated_gcn=GatedLayer, pna=PnaLayer, san=AttentionLayer, graphit=AttentionLayer)[o.model]
        self.layer = nn.ModuleList(layer(o, o.hidden, o.hidden if i + 1 < o.layers else o.out)
                                   for i in range(o.layers))
        widths = [o.out, o.out // 2, o.out // 4, o.outputs]
        self.head = nn.ModuleList(nn.Linear(i, out) for i, out in zip(widths, widths[1:]))

    def encoded(self, h, b):
        p = b['pe']
        if self.encoder is not None:
            p = self.encoder(p, b)
        elif self.o.encoder == 'random_sign_batch' and self.training:
            p = p * (2 * torch.randint(0, 2, (1, p.shape[1])) - 1)
        p = self.encoding(p)
        return h + p if self.mix is None else self.mix(torch.cat([h, p], 1))

    def forward(self, b):
        h, e = picked(self.node_type, b['atom']), picked(self.edge_type, b['bond'])
        if self.o.encoder != 'none':
            h = self.encoded(h, b)
        if self.pair:
            none = sum(table.weight[:1] for table in self.edge_type)
        for layer in self.layer:
            if self.pair:
                h = layer(h, e, none, self.gamma, b)
            else:
                h, e = layer(h, e, b)
        y = by_graph(b, h.shape[1]).index_add_(0, b['graph'], h)
        if self.o.pool == 'mean':
            y = y / b['sizes']
        for i, map_ in enumerate(self.head):
            y = map_(F.relu(y) if i else y)
        return y


def masked_bce(logits, target):
    """Mean over the targets that are there: NaN marks a missing one."""
    there = ~torch.isnan(target)
    return F.binary_cross_entropy_with_logits(logits[there], target[there])
