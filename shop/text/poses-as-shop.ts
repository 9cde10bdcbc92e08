/** Letters of other alphabets, digits and signs that are read as these Latin letters. */
const READ_AS: readonly (readonly [letter: string, lookalikes: string])[] = [
  ['a', 'а@4αɑ'],
  ['b', 'вβ8'],
  ['c', 'сϲ'],
  ['e', 'еє3ε'],
  ['f', 'ғƒ'],
  ['g', 'ɡ9'],
  ['h', 'һн'],
  ['i', 'іιı1l|!ӏ'],
  ['j', 'ј'],
  ['k', 'кκ'],
  ['m', 'м'],
  ['n', 'ոη'],
  ['o', 'оο0ө'],
  ['p', 'рρ'],
  ['r', 'г'],
  ['s', 'ѕ5$'],
  ['t', 'тτ7'],
  ['u', 'սυ'],
  ['v', 'ѵν'],
  ['x', 'хχ'],
  ['y', 'уγ'],
];
const LATIN: ReadonlyMap<string, string> = new Map(
  READ_AS.flatMap(([letter, looks]) => [...looks].map((look) => [look, letter] as const)),
);

/** Whoever reads one of these takes the writer for the shop. */
const OF_THE_TEAM = words(
  'admin suporte support atendimento atendente moderador moderacao staff oficial official',
);
/** The same, if nothing else is said. */
const ALONE = words(
  'adm dono equipe loja sistema system financeiro gerente gerencia ajuda help sac pagamento pagamentos root seguranca',
);
/** Addresses that look like a page of the shop. */
const PAGES = words(
  'api auth carrinho colecao contato dashboard entrar imagem login null pagar painel perfil pix presente publica sair sobre termos undefined webhooks www',
);

/** Whether a name that everybody reads looks like the shop or its team, in whatever case, accents, spaces or letters. */
export function posesAsShop(text: string, brandName: string): boolean {
  const parts = text.split(/[\s\p{P}\p{S}]+/u).map(fold);
  const whole = fold(text);
  const brand = fold(brandName);
  // A short brand is a part of many names.
  const hasBrand = brand.length >= 5 ? whole.includes(brand) : whole === brand || parts.includes(brand);
  return (
    (brand !== '' && hasBrand) ||
    ALONE.has(whole) ||
    [...OF_THE_TEAM].some((word) => whole === word || parts.some((part) => part.startsWith(word)))
  );
}

/** The same for the end of an address; the names of the shop's own pages are taken, too. */
export function isReservedSlug(slug: string, brandName: string): boolean {
  return PAGES.has(fold(slug)) || posesAsShop(slug, brandName);
}

function fold(text: string): string {
  const plain = text
    .normalize('NFKD')
    .replaceAll(/[\p{M}\p{Default_Ignorable_Code_Point}\p{Cf}]/gu, '')
    .toLowerCase();
  return Array.from(plain, (sign) => LATIN.get(sign) ?? sign)
    .join('')
    .replaceAll(/[^\p{L}\p{N}]/gu, '');
}

function words(text: string): ReadonlySet<string> {
  return new Set(text.split(' ').map(fold));
}
