# coarser-kerning.py FONT: of the kerning leaves what an eye sees.
import sys
from fontTools.ttLib import TTFont

LEAST = 25  # of 1000 units an em
font = TTFont(sys.argv[1])
pairs, classes = font['GPOS'].table.LookupList.Lookup[0].SubTable

def coarsen(value):
    value.XAdvance = round(value.XAdvance, -1) if abs(value.XAdvance) >= LEAST else 0
    return value.XAdvance

for row in classes.Class1Record:
    for cell in row.Class2Record:
        coarsen(cell.Value1)
rows = {first: classes.Class1Record[classes.ClassDef1.classDefs.get(first, 0)] for first in classes.Coverage.glyphs}
# A pair stands beside its classes only where it differs from them.
for first, pair_set in zip(pairs.Coverage.glyphs, pairs.PairSet):
    def differs(pair):
        column = classes.ClassDef2.classDefs.get(pair.SecondGlyph, 0)
        usual = rows[first].Class2Record[column].Value1.XAdvance if first in rows else 0
        return abs(coarsen(pair.Value1) - usual) >= LEAST
    pair_set.PairValueRecord = [pair for pair in pair_set.PairValueRecord if differs(pair)]
kept = [each for each in zip(pairs.Coverage.glyphs, pairs.PairSet) if each[1].PairValueRecord]
pairs.Coverage.glyphs, pairs.PairSet = [first for first, _ in kept], [pair_set for _, pair_set in kept]
font.save(sys.argv[1])
