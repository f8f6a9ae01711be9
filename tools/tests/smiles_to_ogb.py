"""Tests of tools/smiles_to_ogb.py on a few molecules. The split needs no RDKit and is always tested; the rest says
that it was skipped where RDKit is not installed."""
import gzip
import os
import subprocess
import sys
import tempfile
import unittest

TOOL = os.path.join(os.path.dirname(os.path.abspath(__file__)), '..', 'smiles_to_ogb.py')
sys.dont_write_bytecode = True
sys.path.insert(0, os.path.dirname(TOOL))
import smiles_to_ogb

MOLECULES = ['c1ccsc1', 'c1ccccc1', 'Cc1ccccc1', 'Oc1ccccc1', 'C1CC1', 'CCO', 'CC(=O)[O-]', 'C#N', 'N[C@@H](C)C(=O)O', 'F/C=C/F']


class Split(unittest.TestCase):
    def test_by_hand(self):
        # Sizes 4, 2, 2, 1, 1 of 10: of equal ones that whose first molecule comes last goes first.
        scaffolds = ['a', 'b', 'a', 'c', 'a', 'b', 'c', 'a', 'd', 'e']
        self.assertEqual(smiles_to_ogb.scaffold_split(scaffolds),
                         dict(train=[0, 2, 4, 7, 3, 6, 1, 5], valid=[9], test=[8]))

    def test_a_group_is_never_cut(self):
        for n in range(3, 40):
            scaffolds = [str(i * i % 7) for i in range(n)]
            parts = smiles_to_ogb.scaffold_split(scaffolds)
            self.assertEqual(sorted(sum(parts.values(), [])), list(range(n)))
            owners = {}
            for name, part in parts.items():
                for i in part:
                    self.assertEqual(owners.setdefault(scaffolds[i], name), name)
            self.assertLessEqual(len(parts['train']), 0.8 * n)


@unittest.skipIf(smiles_to_ogb.Chem is None, 'RDKit is not installed')
class Folder(unittest.TestCase):
    def setUp(self):
        self.place = tempfile.TemporaryDirectory()
        self.addCleanup(self.place.cleanup)

    def path(self, name):
        return os.path.join(self.place.name, name)

    def run_on(self, text, *arguments):
        with open(self.path('in.csv'), 'w') as file:
            file.write(text)
        return subprocess.run([sys.executable, TOOL, self.path('in.csv'), '-o', self.path('out'), *arguments],
                              capture_output=True, text=True)

    def table(self, name):
        with gzip.open(self.path(f'out/{name}.csv.gz'), 'rt') as file:
            return [line.rstrip('\n').split(',') for line in file]

    def refused(self, text, word, *arguments):
        ran = self.run_on(text, *arguments)
        self.assertEqual(ran.returncode, 2, ran.stderr)
        self.assertIn(word, ran.stderr)
        self.assertEqual(ran.stderr.count('\n'), 1, ran.stderr)
        self.assertEqual(os.listdir(self.place.name), ['in.csv'])

    def test_molecules(self):
        text = 'smiles,a,b\n' + ''.join(f'{smiles},{i % 2},{"" if i == 1 else 0.5}\n' for i, smiles in enumerate(MOLECULES))
        ran = self.run_on(text)
        self.assertEqual(ran.returncode, 0, ran.stderr)
        self.assertEqual([int(row[0]) for row in self.table('raw/num-node-list')], [5, 6, 7, 7, 3, 3, 4, 2, 6, 4])
        self.assertEqual([int(row[0]) for row in self.table('raw/num-edge-list')], [5, 6, 7, 7, 3, 2, 3, 1, 5, 3])
        atoms, bonds = self.table('raw/node-feat'), self.table('raw/edge-feat')
        # Thiophene: aromatic carbon with three neighbours (one H), in a ring; sulphur.
        self.assertEqual(atoms[0], ['5', '0', '3', '5', '1', '0', '1', '1', '1'])
        self.assertEqual(atoms[3], ['15', '0', '2', '5', '0', '0', '1', '1', '1'])
        self.assertEqual(bonds[0], ['3', '0', '1'])
        acetate, alanine = 5 + 6 + 7 + 7 + 3 + 3, 5 + 6 + 7 + 7 + 3 + 3 + 4 + 2
        self.assertEqual(atoms[acetate + 3][3], '4')  # O-: charge -1
        self.assertIn(atoms[alanine + 1][1], ('1', '2'))  # chiral
        self.assertEqual(bonds[-2][:2], ['1', '2'])  # E double bond
        self.assertEqual(self.table('raw/graph-label')[:2], [['0', '0.5'], ['1', 'nan']])
        parts = {name: [int(row[0]) for row in self.table('split/scaffold/' + name)] for name in ('train', 'valid', 'test')}
        # Without a ring: 5 molecules; benzene: 3; cyclopropane and thiophene one each.
        self.assertEqual(parts, dict(train=[5, 6, 7, 8, 9, 1, 2, 3], valid=[4], test=[0]))
        # The same input gives the same bytes.
        with open(self.path('out/raw/edge.csv.gz'), 'rb') as file:
            before = file.read()
        os.rename(self.path('out'), self.path('first'))
        self.assertEqual(self.run_on(text).returncode, 0)
        with open(self.path('out/raw/edge.csv.gz'), 'rb') as file:
            self.assertEqual(file.read(), before)

    def test_bad_input(self):
        good = 'smiles,y\n' + ''.join(f'{smiles},1\n' for smiles in MOLECULES)
        self.refused('', 'header')
        self.refused('molecule,y\nC,1\n', '"smiles"')
        self.refused('smiles\nC\n', 'labels')
        self.refused('smiles,y\nC,1,2\n', '3')
        self.refused('smiles,y\nC,many\n', ':2: expected a number')
        self.refused(good + 'c1cc,1\n', ':12: expected a SMILES')
        self.refused('smiles,y\nC,1\n', 'scaffolds')
        self.refused(good, '"z"', '--labels', 'z')
        ran = self.run_on(good + 'c1cc,1\n', '--skip-invalid')
        self.assertEqual(ran.returncode, 0, ran.stderr)
        self.assertIn('1 line(s)', ran.stdout)
        ran = self.run_on(good)
        self.assertEqual(ran.returncode, 2)
        self.assertIn('not there yet', ran.stderr)


if __name__ == '__main__':
    unittest.main()
