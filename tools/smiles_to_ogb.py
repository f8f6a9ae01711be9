#!/usr/bin/env python3
"""Turns a csv of SMILES and labels into a folder in the layout of the Open Graph Benchmark, with OGB's features of
atoms (9) and bonds (3) and its scaffold split.

    python3 -m venv env && env/bin/pip install rdkit
    env/bin/python tools/smiles_to_ogb.py tox21.csv -o data/ogbg_moltox21 --labels NR-AR,NR-AR-LBD,...

The csv has a header. The column "smiles" (--smiles) holds the molecules, all others (--labels) numbers; an empty
field is a missing label. docs/data.md describes the folder. Exit code 0, or 2 with one line for bad input; the
folder appears whole or not at all."""
import argparse
import csv
import gzip
import math
import os
import shutil
import sys
import tempfile

try:
    from rdkit import Chem, RDLogger
    from rdkit.Chem.Scaffolds import MurckoScaffold
except ImportError:  # said by main(): the split needs no RDKit
    Chem = None

# Each list as OGB had it when the paper was written; what is not in a list gets the number of its last entry.
# Chirality has had a fifth value since, which molecules do not take.
OTHER = 'other'
ATOM_NUMBERS = list(range(1, 119)) + [OTHER]
CHIRALITY = ['CHI_UNSPECIFIED', 'CHI_TETRAHEDRAL_CW', 'CHI_TETRAHEDRAL_CCW', OTHER]
DEGREES = list(range(11)) + [OTHER]
CHARGES = list(range(-5, 6)) + [OTHER]
HYDROGENS = list(range(9)) + [OTHER]
RADICALS = list(range(5)) + [OTHER]
HYBRIDS = ['SP', 'SP2', 'SP3', 'SP3D', 'SP3D2', OTHER]
BONDS = ['SINGLE', 'DOUBLE', 'TRIPLE', 'AROMATIC', OTHER]
STEREO = ['STEREONONE', 'STEREOZ', 'STEREOE', 'STEREOCIS', 'STEREOTRANS', 'STEREOANY']


class BadInput(Exception):
    pass


def place(values, value):
    return values.index(value) if value in values else len(values) - 1


def atom_features(atom):
    return [place(ATOM_NUMBERS, atom.GetAtomicNum()), place(CHIRALITY, str(atom.GetChiralTag())),
            place(DEGREES, atom.GetTotalDegree()), place(CHARGES, atom.GetFormalCharge()),
            place(HYDROGENS, atom.GetTotalNumHs()), place(RADICALS, atom.GetNumRadicalElectrons()),
            place(HYBRIDS, str(atom.GetHybridization())), int(atom.GetIsAromatic()), int(atom.IsInRing())]


def bond_features(bond):
    return [place(BONDS, str(bond.GetBondType())), place(STEREO, str(bond.GetStereo())), int(bond.GetIsConjugated())]


def scaffold_of(smiles):
    return MurckoScaffold.MurckoScaffoldSmiles(smiles=smiles, includeChirality=True)


def scaffold_split(scaffolds):
    """OGB's rule: groups of one scaffold, the largest first and of equal ones that whose first molecule comes last;
    a group goes to train unless that would exceed 8 tenths, else to valid unless both would exceed 9, else to test."""
    groups = {}
    for i, scaffold in enumerate(scaffolds):
        groups.setdefault(scaffold, []).append(i)
    ordered = sorted(groups.values(), key=lambda group: (len(group), group[0]), reverse=True)
    n, train, valid, test = len(scaffolds), [], [], []
    for group in ordered:
        if len(train) + len(group) <= 0.8 * n:
            train += group
        elif len(train) + len(valid) + len(group) <= 0.9 * n:
            valid += group
        else:
            test += group
    return dict(train=train, valid=valid, test=test)


def number(text, where, column):
    if not text.strip():
        return 'nan'
    try:
        value = float(text)
    except ValueError:
        value = math.inf
    if math.isinf(value):
        raise BadInput(f'{where}: expected a number or nothing in column {column}, got "{text}"')
    return 'nan' if math.isnan(value) else repr(int(value) if value == int(value) else value)


def read_csv(path, smiles_column, labels):
    """[(line, SMILES, labels)]"""
    try:
        with open(path, newline='', encoding='utf-8-sig') as file:
            rows = list(csv.reader(file))
    except (OSError, UnicodeDecodeError) as error:
        raise BadInput(f'{path}: {getattr(error, "strerror", None) or error}')
    if not rows:
        raise BadInput(f'{path}: expected a header, got an empty file')
    header = rows[0]
    labels = labels or [name for name in header if name != smiles_column]
    for name in [smiles_column] + labels:
        if header.count(name) != 1:
            raise BadInput(f'{path}: expected one column "{name}" in the header, got {header.count(name)}')
    if not labels:
        raise BadInput(f'{path}: expected at least one column of labels beside "{smiles_column}"')
    where, at = header.index(smiles_column), [header.index(name) for name in labels]
    found = []
    for line, row in enumerate(rows[1:], 2):
        if not row:
            continue
        if len(row) != len(header):
            raise BadInput(f'{path}:{line}: expected {len(header)} fields, got {len(row)}')
        found.append((line, row[where].strip(), [number(row[i], f'{path}:{line}', header[i]) for i in at]))
    return found


def write_folder(folder, molecules, labels, parts):
    files = {}

    def put(name, rows):
        if name not in files:
            target = os.path.join(folder, name + '.csv.gz')
            os.makedirs(os.path.dirname(target), exist_ok=True)
            # Without name and time: the same input gives the same bytes.
            files[name] = gzip.GzipFile('', 'wb', 9, open(target, 'wb'), 0)
        for row in rows:
            files[name].write((','.join(map(str, row)) + '\n').encode())

    for molecule, label in zip(molecules, labels):
        atoms, bonds = list(molecule.GetAtoms()), list(molecule.GetBonds())
        put('raw/num-node-list', [[len(atoms)]])
        put('raw/num-edge-list', [[len(bonds)]])
        put('raw/node-feat', map(atom_features, atoms))
        put('raw/edge', ([bond.GetBeginAtomIdx(), bond.GetEndAtomIdx()] for bond in bonds))
        put('raw/edge-feat', map(bond_features, bonds))
        put('raw/graph-label', [label])
    for name, part in parts.items():
        put('split/scaffold/' + name, ([i] for i in part))
    for file in files.values():
        inner = file.fileobj
        file.close()
        inner.close()


def convert(a):
    if os.path.exists(a.out):
        raise BadInput(f'{a.out}: expected a folder that is not there yet')
    rows = read_csv(a.csv, a.smiles, [name for name in a.labels.split(',') if name])
    molecules, scaffolds, labels, left_out = [], [], [], 0
    for line, smiles, label in rows:
        molecule = Chem.MolFromSmiles(smiles)
        if molecule is None or molecule.GetNumAtoms() == 0:
            if not a.skip_invalid:
                raise BadInput(f'{a.csv}:{line}: expected a SMILES that RDKit can read, got "{smiles}" '
                               '(--skip-invalid leaves such lines out)')
            left_out += 1
            continue
        molecules.append(molecule)
        scaffolds.append(scaffold_of(smiles))
        labels.append(label)
    parts = scaffold_split(scaffolds)
    for name, part in parts.items():
        if not part:
            raise BadInput(f'{a.csv}: expected enough scaffolds for all parts of the split, got none for {name}')
    parent = os.path.dirname(os.path.abspath(a.out))
    os.makedirs(parent, exist_ok=True)
    making = tempfile.mkdtemp(prefix=os.path.basename(a.out) + '.', dir=parent)
    try:
        write_folder(making, molecules, labels, parts)
        os.chmod(making, 0o755)
        os.rename(making, a.out)
    except BaseException:
        shutil.rmtree(making, ignore_errors=True)
        raise
    counts = ' + '.join(str(len(part)) for part in parts.values())
    print(f'{a.out}: {len(molecules)} molecules, {len(labels[0])} label(s), {counts} for training, validation and test'
          + (f'; {left_out} line(s) without a valid SMILES left out' if left_out else ''))


def main():
    line = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    line.add_argument('csv')
    line.add_argument('-o', '--out', required=True, help='the folder to make')
    line.add_argument('--smiles', default='smiles', help='column of the SMILES')
    line.add_argument('--labels', default='', help='columns of the labels with commas between them; all others')
    line.add_argument('--skip-invalid', action='store_true', help='leave out lines whose SMILES RDKit cannot read')
    a = line.parse_args()
    try:
        if Chem is None:
            raise BadInput('expected a Python with RDKit (pip install rdkit)')
        RDLogger.DisableLog('rdApp.*')
        convert(a)
    except (BadInput, OSError) as error:
        print(f'smiles_to_ogb: {error}', file=sys.stderr)
        return 2
    return 0


if __name__ == '__main__':
    sys.exit(main())
