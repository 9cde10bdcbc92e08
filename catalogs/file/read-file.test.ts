import sharp from 'sharp';
import { describe, expect, test } from 'vitest';
import { writeZip, type ZipEntry } from '#app/endpoints/files/write-zip.ts';
import { file } from './provider.ts';

const HEADING = 'group;name;id;price;rarity;picture\n';
const read = (text: string | Buffer, options = {}) => file.read(Buffer.from(text), options);
const rows = (text: string) => read(HEADING + text);
const zip = (...entries: [string, string | Buffer][]) =>
  writeZip(entries.map(([name, content]): ZipEntry => ({ name, content: Buffer.from(content) })));
const picture = await sharp({ create: { width: 20, height: 10, channels: 3, background: '#c33' } })
  .png()
  .toBuffer();
const only = async (reading: ReturnType<typeof read>) => {
  const { problems } = await reading;
  expect(problems).toHaveLength(1);
  return problems[0]!;
};

describe('a file that is right', () => {
  test.each([
    ['commas', 'group,name,id,price\nArmas,"Faca, curta",faca,15.50\n'],
    ['tabs', 'group\tname\tid\tprice\nArmas\tFaca, curta\tfaca\t15,50\n'],
    ['Portuguese names of columns', 'Grupo;Nome;Código;Preço\nArmas;Faca, curta;faca;R$ 15,50\n'],
    ['the marks of Windows', '\ufeffgroup;name;id;price\r\nArmas;Faca, curta;faca;15,50\r\n'],
    ['a line for the separator', 'sep=;\r\ngroup;name;id;price\r\nArmas;Faca, curta;faca;15,5\r\n'],
    ['blank rows', '\ngroup;name;id;price\n;;;\nArmas;Faca, curta;faca;15,50\n;;;\n\n'],
    ['JSON', '[{"group":"Armas","name":"Faca, curta","id":"faca","price":15.5}]'],
    [
      'JSON within an object',
      '\ufeff{"items":[{"group":"Armas","name":"Faca, curta","id":"faca","price":"15,50"}]}',
    ],
  ])('with %s', async (_, text) => {
    const { groups, problems } = await read(text);
    expect(problems).toEqual([]);
    expect(groups).toEqual([
      {
        id: 'armas',
        name: 'Armas',
        title: '',
        items: [{ id: 'faca', name: 'Faca, curta', priceCents: 1550, rarity: null, picture: null }],
      },
    ]);
  });

  // In a table `4.485` is R$ 4.485,00.
  test('a number of JSON has a point for its decimals alone', async () => {
    const json = (price: number) => read(`[{"group":"A","name":"B","id":"1.500","price":${price}}]`);
    expect(await only(json(4.485))).toMatchObject({
      row: 1,
      column: 'price',
      reason: expect.stringMatching(/casas decimais/),
    });
    const { groups } = await json(4485);
    expect(groups[0]?.items).toMatchObject([{ id: '1.500', priceCents: 448_500 }]);
  });

  test('a line break and quotes within a cell belong to it, and a quote in the middle is a letter', async () => {
    const { groups } = await rows('Armas;"Faca\r\n""curta""";faca;;;\nArmas;Espada 5";espada;;;\n');
    expect(groups[0]?.items.map(({ name }) => name)).toEqual(['Faca "curta"', 'Espada 5"']);
  });

  test.each([
    [
      'Windows-1252',
      Buffer.from(`${HEADING}Poções;Poção – “ação”;pocao;;;\n`.replace(/[–“”]/g, '-'), 'latin1'),
    ],
    ['UTF-16 with its mark', Buffer.from(`\ufeff${HEADING}Poções;Poção - -ação-;pocao;;;\n`, 'utf16le')],
    ['UTF-8', Buffer.from(`${HEADING}Poções;Poção - -ação-;pocao;;;\n`)],
  ])('in %s', async (_, bytes) => {
    const { groups, problems } = await read(bytes);
    expect(problems).toEqual([]);
    expect(groups[0]).toMatchObject({ id: 'pocoes', name: 'Poções', items: [{ name: 'Poção - -ação-' }] });
  });

  test('groups that differ in accents and case alone are one, and one in letters of elsewhere has an id too', async () => {
    const { groups } = await rows('Poções;A;a;;;\npocoes;B;b;;;\n武器;C;c;;;\n');
    expect(groups.map(({ id, items }) => [id, items.length])).toEqual([
      ['pocoes', 2],
      [expect.stringMatching(/^g-[\da-f]{8}$/), 1],
    ]);
  });

  test('groups whose names differ behind their first letters, or in letters of elsewhere, are two', async () => {
    const long = 'Coleção de armas lendárias dos reinos do';
    const { groups } = await rows(`${long} Norte;A;a;;;\n${long} Sul;B;b;;;\nМечи A;C;c;;;\nЛуки A;D;d;;;\n`);
    expect(new Set(groups.map(({ id }) => id)).size).toBe(4);
    for (const { id } of groups) expect(id).toMatch(/^[a-z0-9][a-z0-9-]{0,38}[a-z0-9]$/);
  });

  test('columns that say nothing are named, and nothing else comes of them', async () => {
    const { problems, ignoredColumns } = await read('group,name,id,pirce\nA,B,c,15\n');
    expect([problems, ignoredColumns]).toEqual([[], ['pirce']]);
  });

  test('20,000 rows are read, and the loop goes on meanwhile', async () => {
    const text =
      HEADING + Array.from({ length: 20_000 }, (_, n) => `G${n % 50};Item ${n};i-${n};15;;\n`).join('');
    let turns = 0;
    const timer = setInterval(() => (turns += 1), 1);
    const { groups, problems } = await read(text);
    clearInterval(timer);
    expect(problems).toEqual([]);
    expect(groups.flatMap(({ items }) => items)).toHaveLength(20_000);
    expect(turns).toBeGreaterThan(3);
  });
});

describe('each row that is wrong is named', () => {
  test.each([
    ['no group', ';Faca;faca;;;', 'group', /Falta o grupo/],
    ['no name', 'Armas; ;faca;;;', 'name', /Falta o nome/],
    ['a name that nobody sees', 'Armas;\u200b\u200b;faca;;;', 'name', /Falta o nome/],
    ['a name that is too long', `Armas;${'a'.repeat(201)};faca;;;`, 'name', /até 200/],
    ['no id', 'Armas;Faca;;;;', 'id', /Falta o id/],
    ['an id with an accent', 'Armas;Faca;fação;;;', 'id', /sem acento/],
    ['an id with a blank', 'Armas;Faca;a b;;;', 'id', /sem acento/],
    ['an id that leaves its folder', 'Armas;Faca;..;;;', 'id', /sem acento/],
    ['an id with a slash', 'Armas;Faca;../x;;;', 'id', /sem acento/],
    ['a long id', `Armas;Faca;${'a'.repeat(61)};;;`, 'id', /60/],
    ['a price in words', 'Armas;Faca;faca;grátis;;', 'price', /número/],
    ['a price below zero', 'Armas;Faca;faca;-5;;', 'price', /número/],
    ['a price of three decimals', 'Armas;Faca;faca;1,999;;', 'price', /duas casas/],
    ['a price of nothing', 'Armas;Faca;faca;0;;', 'price', /R\$ 1,00/],
    ['a price below what PIX takes', 'Armas;Faca;faca;0,99;;', 'price', /R\$ 1,00/],
    ['a price beyond all', 'Armas;Faca;faca;5000,01;;', 'price', /5\.000/],
    ['a formula as a price', 'Armas;Faca;faca;=1+1;;', 'price', /número/],
    ['a formula', 'Armas;"=HYPERLINK(""http://x"";""y"")";faca;;;', 'name', /fórmula/],
    ['a formula with a plus', 'Armas;+1;faca;;;', 'name', /fórmula/],
    ['a formula behind a blank', 'Armas; @SUM(A1);faca;;;', 'name', /fórmula/],
    ['a formula as a group', '-2+3;Faca;faca;;;', 'group', /fórmula/],
    ['a formula as a rarity', 'Armas;Faca;faca;;=A1;', 'rarity', /fórmula/],
    ['a formula as an id', 'Armas;Faca;-1;;;', 'id', /começa/],
    ['a picture that is not there', 'Armas;Faca;faca;;;faca.png', 'picture', /ZIP/],
    ['a picture elsewhere', 'Armas;Faca;faca;;;https://x.test/a.png', 'picture', /ZIP/],
    ['more cells than columns', 'Armas;Faca;faca;;;;curta', null, /mais células/],
  ])('%s', async (_, row, column, reason) => {
    const problem = await only(rows(`Boa;Boa;boa;15;comum;\n${row}\n`));
    expect(problem).toMatchObject({ row: 3, column, reason: expect.stringMatching(reason) });
  });

  test('an id twice names the row of the first', async () => {
    const problem = await only(rows('A;B;c;;;\n\nA;B2;c;;;\n'));
    expect(problem).toMatchObject({
      row: 4,
      column: 'id',
      value: 'c',
      reason: 'Este id já está na linha 2.',
    });
  });

  test('a text that ends half-way through a letter, in a file that says it is UTF-8', async () => {
    const bytes = Buffer.concat([
      Buffer.from(`${HEADING}Poções;Poção;a;;;\nArmas;Fac`),
      Buffer.from([0xe3]),
      Buffer.from('o;b;;;\n'),
    ]);
    expect(await only(read(bytes))).toMatchObject({ row: 3, reason: expect.stringContaining('UTF-8') });
  });

  test('JSON by its place', async () => {
    const problem = await only(
      read('[{"group":"A","name":"B","id":"c"},{"group":"A","name":{"x":1},"id":"d"}]'),
    );
    expect(problem).toMatchObject({ row: 2, column: 'name' });
  });

  test('a table of mistakes names the first ones and counts the rest', async () => {
    const { problems, groups } = await rows(
      'A;;x;;;\n'.repeat(1) + Array.from({ length: 400 }, (_, n) => `A;;i${n};;;\n`).join(''),
    );
    expect(problems).toHaveLength(201);
    expect(problems.at(-1)?.reason).toMatch(/E mais 201 problemas/);
    expect(groups).toEqual([]);
  });
});

describe('a file that cannot be read is refused in one sentence', () => {
  test.each([
    ['nothing', '', /vazio/],
    ['blanks', ' \n \n', /vazio/],
    ['only the names of columns', HEADING, /nenhum item/],
    ['no names of columns', 'Armas;Faca;faca\nArmas;Faca2;faca2\n', /Falta a coluna group/],
    ['a column twice', 'group;name;id;name\nA;B;c;d\n', /duas vezes/],
    ['a quote without its pair', `${HEADING}A;"B;c;;;\n${'A;B;d;;;\n'.repeat(10)}`, /aspas/],
    ['JSON that is cut off', '[{"group":"A"', /JSON/],
    ['JSON of another kind', '{"a":1}', /lista de itens/],
    ['an empty list', '[]', /vazia/],
    ['a program', Buffer.from([0x7f, 0x45, 0x4c, 0x46, 0, 0, 1]), /CSV em UTF-8/],
    ['UTF-16 without its mark', Buffer.from(HEADING, 'utf16le'), /UTF-8/],
    [
      '100,000 rows',
      HEADING + Array.from({ length: 100_000 }, (_, n) => `A;B;i${n};;;\n`).join(''),
      /20\.000 itens/,
    ],
    ['100,000 rows of JSON', JSON.stringify(Array.from({ length: 100_000 }, () => ({}))), /20\.000 itens/],
    ['a table of 17 MB', HEADING + 'x'.repeat(17 * 1024 * 1024), /16 MB/],
    ['half a ZIP', zip(['catalog.csv', HEADING]).subarray(0, 40), /quebrado/],
    ['a ZIP without a table', zip(['a.png', picture]), /nenhuma tabela/],
    ['a ZIP of two tables', zip(['a.csv', HEADING], ['b.json', '[]']), /mais de uma tabela/],
    ['a spreadsheet', zip(['[Content_Types].xml', '<x/>'], ['xl/a.csv', HEADING]), /Excel/],
    ['a ZIP that leaves its folder', zip(['../catalog.csv', HEADING]), /quebrado/],
    [
      'a ZIP that grows',
      zip(['catalog.csv', HEADING], ['a.png', Buffer.alloc(20 * 1024 * 1024)]),
      /cresce demais/,
    ],
    ['a ZIP with a password', encrypted(zip(['catalog.csv', HEADING])), /senha/],
    ['a ZIP that lies about a size', lying(zip(['catalog.csv', `${HEADING}A;B;c;;;\n`])), /quebrado/],
  ])('%s', async (_, bytes, reason) => {
    const { groups, problems } = await read(bytes);
    expect(groups).toEqual([]);
    expect(problems[0]?.reason).toMatch(reason);
    if (!/coluna/.test(problems[0]?.reason ?? '')) expect(problems).toHaveLength(1);
  });
});

describe('a ZIP with pictures', () => {
  const table = `${HEADING}A;B;c;;;Faca.PNG\nA;B2;d;;;faca.png\nA;B3;e;;;ruim.svg\n`;
  const entries: [string, string | Buffer][] = [
    ['catalog.csv', table],
    ['faca.png', picture],
    ['ruim.svg', '<svg onload="alert(1)"/>'],
    ['__MACOSX/._catalog.csv', 'x'],
  ];

  test('every picture that a row names is looked at, and the bad one stands by its row', async () => {
    const seen: string[] = [];
    const { problems, pictures } = await read(zip(...entries), {
      examinePicture: async (name: string, content: Buffer) => {
        seen.push(name);
        return content.includes('<svg') ? 'Não é uma imagem.' : null;
      },
    });
    expect(seen).toEqual(['Faca.PNG', 'faca.png', 'ruim.svg']);
    expect(problems).toMatchObject([
      { row: 4, column: 'picture', value: 'ruim.svg', reason: 'Não é uma imagem.' },
    ]);
    expect([...pictures.keys()]).toEqual(['Faca.PNG', 'faca.png']);
    expect(await pictures.get('faca.png')?.()).toEqual(picture);
  });

  const SIGNED = `${HEADING}Poções;Poção;pocao;;;Poções/Maçã São.PNG\n`;
  /** ZIPs of the systems themselves name their files in bytes, and do not say in which letters. */
  const named = (label: Buffer) => {
    const plain = 'x'.repeat(label.length);
    const whole = zip(['catalog.csv', SIGNED], [plain, picture]).toString('latin1');
    return Buffer.from(whole.replaceAll(plain, label.toString('latin1')), 'latin1');
  };
  test.each([
    ['UTF-8, as Linux writes it', Buffer.from('Poções/Maçã São.png')],
    ['UTF-8 with letters apart, as macOS writes it', Buffer.from('Poções/Maçã São.png'.normalize('NFD'))],
    ['CP850, as Windows writes it', Buffer.from('506f87e465732f4d6187c62053c66f2e706e67', 'hex')],
  ])('a picture with accents is found by its name in %s', async (_, label) => {
    const { problems, pictures } = await read(named(label));
    expect([problems, [...pictures.keys()]]).toEqual([[], ['Poções/Maçã São.PNG']]);
  });

  test('a picture that was sent before need not come again', async () => {
    const { problems, pictures } = await read(`${HEADING}A;B;c;;;faca.png\n`, {
      knownPictures: new Set(['faca.png']),
    });
    expect([problems, pictures.size]).toEqual([[], 0]);
  });

  test('a picture beyond its limit is named by its row and not unpacked', async () => {
    const noise = Buffer.alloc(9 * 1024 * 1024, Buffer.from(crypto.getRandomValues(new Uint8Array(65_536))));
    const problem = await only(read(zip(['catalog.csv', `${HEADING}A;B;c;;;a.png\n`], ['a.png', noise])));
    expect(problem).toMatchObject({ row: 2, column: 'picture', reason: 'A imagem passa de 8 MB.' });
  });
});

/** The bit that says so, in both records of the only file. */
function encrypted(bytes: Buffer): Buffer {
  return withRecords(
    bytes,
    (at, offset) => bytes.writeUInt16LE(bytes.readUInt16LE(at + offset) | 1, at + offset),
    6,
    8,
  );
}

/** The size after unpacking, in both records of the only file. */
function lying(bytes: Buffer): Buffer {
  return withRecords(bytes, (at, offset) => bytes.writeUInt32LE(5, at + offset), 22, 24);
}

function withRecords(
  bytes: Buffer,
  write: (at: number, offset: number) => void,
  local: number,
  listed: number,
): Buffer {
  write(0, local);
  write(bytes.indexOf(Buffer.from([0x50, 0x4b, 1, 2])), listed);
  return bytes;
}
