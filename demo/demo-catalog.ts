import type { ImportedCatalog } from '#shop/catalog/imported-catalog.ts';

/**
 * How a line reads after a champion's name, for a woman and for a man. The generated art finds a
 * line's palette by its phrase: demo/art/skin-line-theme.ts.
 */
const lines = {
  neonTide: ['Maré de Neon', 'Maré de Neon'],
  bonfireNight: ['Noite de São João', 'Noite de São João'],
  silverMirror: ['Espelho de Prata', 'Espelho de Prata'],
  nightDrizzle: ['da Garoa Noturna', 'da Garoa Noturna'],
  redFurnace: ['da Fornalha Rubra', 'da Fornalha Rubra'],
  amethystVeil: ['Véu de Ametista', 'Véu de Ametista'],
  ironBackland: ['Sertão de Ferro', 'Sertão de Ferro'],
  cerrado: ['Guardiã do Cerrado', 'Guardião do Cerrado'],
  southernAurora: ['Aurora Austral', 'Aurora Austral'],
  astralCarnival: ['do Carnaval Astral', 'do Carnaval Astral'],
  deepCoral: ['Coral Profundo', 'Coral Profundo'],
  enchantedForest: ['da Mata Encantada', 'da Mata Encantada'],
} as const satisfies Record<string, readonly [woman: string, man: string]>;

type Line = keyof typeof lines;

/** So many lines in their order, which goes round. */
function run(first: Line, count: number): Line[] {
  const order = Object.keys(lines) as Line[];
  return Array.from({ length: count }, (_, place) => order[(order.indexOf(first) + place) % order.length]!);
}

// A champion's lines start elsewhere for each, so that a store page in display order mixes the palettes.
const champions: { id?: string; name: string; title: string; woman: boolean; lines: Line[] }[] = [
  { name: 'Anhangá', title: 'o Caçador de Névoas', woman: false, lines: run('neonTide', 8) },
  { name: 'Aroeira', title: 'o Escudo de Madeira Viva', woman: true, lines: run('enchantedForest', 7) },
  { name: 'Bento Corisco', title: 'o Raio de Duas Mãos', woman: false, lines: run('deepCoral', 9) },
  { name: 'Boitatá', title: 'a Serpente do Fogo Frio', woman: false, lines: run('astralCarnival', 8) },
  {
    name: 'Brasa',
    title: 'a Última Fogueira',
    woman: true,
    lines: ['southernAurora', 'cerrado', ...run('deepCoral', 8)],
  },
  { name: 'Cipriano', title: 'o Leitor das Sombras', woman: false, lines: run('cerrado', 6) },
  {
    id: 'Davila',
    name: "D'Ávila",
    title: 'a Esgrimista da Ladeira',
    woman: true,
    lines: run('ironBackland', 7),
  },
  { name: 'Estela', title: 'a Navegante sem Mapa', woman: true, lines: run('amethystVeil', 8) },
  { name: 'Ferrabrás', title: 'o Punho de Bronze', woman: false, lines: run('redFurnace', 9) },
  { name: 'Guará', title: 'o Andarilho das Campinas', woman: false, lines: run('nightDrizzle', 7) },
  {
    name: 'Iara',
    title: 'a Voz das Águas Fundas',
    woman: true,
    lines: ['neonTide', ...run('nightDrizzle', 9)],
  },
  { name: 'Itaúna', title: 'a Muralha de Pedra Negra', woman: true, lines: run('bonfireNight', 8) },
  { name: 'Jandaia', title: 'a Flecha do Meio-Dia', woman: true, lines: run('silverMirror', 9) },
  { name: 'Luzia', title: 'a Lâmina Serena', woman: true, lines: run('bonfireNight', 6) },
  { name: 'Minuano', title: 'o Vento que Corta', woman: false, lines: run('neonTide', 8) },
  { name: 'Mirela', title: 'a Tecelã de Marés', woman: true, lines: run('enchantedForest', 7) },
  { name: 'Naiá', title: 'a Filha do Luar', woman: true, lines: run('deepCoral', 9) },
  { name: 'Quirino', title: 'o Mestre dos Relógios', woman: false, lines: run('astralCarnival', 8) },
  { name: 'Solano', title: 'o Cavaleiro do Poente', woman: false, lines: run('southernAurora', 7) },
  { name: 'Tainá', title: 'a Estrela da Manhã', woman: true, lines: run('cerrado', 10) },
  { name: 'Teodora', title: 'a Rainha sem Coroa', woman: true, lines: run('ironBackland', 8) },
  { name: 'Ubirajá', title: 'a Lança da Mata Velha', woman: false, lines: run('amethystVeil', 6) },
  { name: 'Urutau', title: 'o Olho da Noite', woman: false, lines: run('redFurnace', 9) },
  { name: 'Zabelê', title: 'o Canto da Caatinga', woman: true, lines: run('nightDrizzle', 7) },
];

/** Invented champions for a shop that has not reached the static-data service yet. */
export const demoCatalog: ImportedCatalog = {
  version: 'demo-1',
  locale: 'pt_BR',
  source: 'demo',
  champions: champions.map(({ id, name, title, woman, lines: worn }, index) => ({
    id: id ?? name.normalize('NFD').replace(/[^a-z]/gi, ''),
    // Above every key in use, below the first that marks something other than a champion (10000).
    key: 9001 + index,
    name,
    title,
    skins: worn.map((line, place) => ({ num: place + 1, name: `${name} ${lines[line][woman ? 0 : 1]}` })),
  })),
};
