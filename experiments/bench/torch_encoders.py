"""The encoders of positional encodings in plain PyTorch: SignNet's GIN, shared by all columns, and the same
without the term of -v that canonical columns are fed through. See torch_networks.py."""
import torch
import torch.nn as nn
import torch.nn.functional as F


class NormedMlp(nn.Module):
    """Linear - ReLU - batch norm - ... - Linear on the last axis; statistics over all others."""

    def __init__(self, widths):
        super().__init__()
        self.lin = nn.ModuleList(nn.Linear(i, out) for i, out in zip(widths, widths[1:]))
        self.norm = nn.ModuleList(nn.BatchNorm1d(out) for out in widths[1:-1])

    def forward(self, x):
        for lin, norm in zip(self.lin, self.norm):
            x = normed(norm, F.relu(lin(x)))
        return self.lin[-1](x)


def normed(norm, x):
    return norm(x.reshape(-1, x.shape[-1])).reshape(x.shape)


class GinEncoder(nn.Module):
    """phi(v) or phi(v) + phi(-v) of each column, summed over the columns that a graph has or all side by
    side, then rho. On the complete graph every node sees the sum over its graph."""

    def __init__(self, o):
        super().__init__()
        self.both, self.sums = o.encoder == 'signnet', o.encoder_columns == 'sum'
        self.complete = o.encoder_graph == 'complete'
        width, layers, out = o.encoder_hidden, o.encoder_layers, o.encoder_out or o.encoder_hidden
        self.phi = nn.ModuleList(NormedMlp([1 if i == 0 else width, width, width if i + 1 < layers else out])
                                 for i in range(layers))
        self.norm = nn.ModuleList(nn.BatchNorm1d(width) for _ in range(layers - 1))
        first = out if self.sums else o.encoding * out
        self.rho = NormedMlp([first] + [width] * (layers - 1) + [o.encoding])

    def seen(self, x, b):
        if not self.complete:
            return x.index_add(0, b['dst'], x.index_select(0, b['src']))
        total = x.new_zeros(b['sizes'].shape[0], *x.shape[1:]).index_add_(0, b['graph'], x)
        return total.index_select(0, b['graph'])

    def of_columns(self, x, b):
        for i, conv in enumerate(self.phi):
            if i > 0:
                x = normed(self.norm[i - 1], x)
            x = conv(self.seen(x, b))
        return x

    def forward(self, p, b):
        x = p.unsqueeze(-1)
        y = self.of_columns(x, b)
        if self.both:
            y = y + self.of_columns(-x, b)
        if self.sums:
            nodes = b['sizes'].index_select(0, b['graph'])
            there = (torch.arange(p.shape[1]) < nodes).unsqueeze(-1).to(y.dtype)
            return self.rho((y * there).sum(1))
        return self.rho(y.reshape(y.shape[0], -1))
