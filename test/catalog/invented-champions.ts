/**
 * Ids as the static-data service spells them, because addresses, pictures and tests are about ids. Every name of a
 * champion and of a skin is invented.
 */
export const NAMED: readonly (readonly [id: string, name: string, skins?: number])[] = [
  ['Ahri', 'Iacema'],
  ['Annie', 'Tição'],
  ['Ashe', 'Neblina'],
  ['Braum', 'Barroso'],
  ['Fiddlesticks', 'Varapau'],
  ['Fizz', 'Lambari'],
  ['Garen', 'Valente'],
  ['Janna', 'Ventania'],
  ['Jinx', 'Faísca'],
  ['Kaisa', "Sol'Ena"],
  ['Khazix', "Tar'Vok", 8],
  ['Leona', 'Alvorada'],
  ['Lulu', 'Pirilampa'],
  ['Lux', 'Clarimunda', 16],
  ['Malphite', 'Penedo'],
  ['MonkeyKing', 'Sagui'],
  ['Morgana', 'Breusa'],
  ['Nami', 'Marola'],
  ['Nunu', 'Nico e Bisonte'],
  ['Ornn', 'Bigorna'],
  ['Sett', 'Maçaranduba'],
  ['Sivir', 'Girândola'],
  ['Sona', 'Serenata'],
  ['Soraka', 'Estrelina'],
  ['Taric', 'Turmalina'],
  ['Teemo', 'Tatu-Bola'],
  ['Vayne', 'Notívaga'],
  ['Yasuo', 'Aragano'],
  ['Zed', 'Penumbra'],
  ['Ziggs', 'Estopim'],
  ['Zilean', 'Ampulheta'],
  ['Zyra', 'Trepadeira'],
];

/** How a skin is called after its champion; `*` stands for the champion's name. */
export const LINES = [
  '* da Maré Alta',
  '* Coração de Dragão',
  '* de Neon',
  "* Rainha d'Água-Viva",
  'Expedição: *',
  '* Dia/Noite',
  '* Campeã (2022)',
  '* Rural',
  '* de Aço',
  '* da Festa Junina de Prestígio (2024)',
  'K/DÁRIO: *',
  '* Boreal',
  '* de Vidro',
  '* Serpente-Dragão',
  '* Sentinela do Fim do Mundo',
  "* Ladra d'Estrelas",
] as const;

const BEGINNINGS = ['Bal', 'Cor', 'Dri', 'Fal', 'Gor', 'Hel', 'Jor', 'Kel', 'Mor', 'Nel', 'Pra', 'Tor'];
const ENDINGS = ['aba', 'edra', 'imar', 'onte', 'una', 'ázia', 'ivo', 'ora', 'eno', 'aco', 'ímpia', 'uá'];

/** Makes this many more champions, 144 at most. */
export function inventMore(count: number): { id: string; name: string }[] {
  const names = ENDINGS.flatMap((ending) => BEGINNINGS.map((beginning) => beginning + ending));
  return names.slice(0, count).map((name) => ({
    id: name.normalize('NFD').replaceAll(/\P{ASCII}/gu, ''),
    name,
  }));
}
