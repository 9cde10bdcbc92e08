import { randomBytes } from 'node:crypto';
import { crc32 } from 'node:zlib';
import { expect, test } from 'vitest';
import { forgeZip, type ForgedEntry } from '#test/forge-zip.ts';
import { examineArchive } from './examine-archive.ts';
import { readWindows } from './read-windows.ts';

/** A storage that answers for these bytes by ranges, and counts how many it was asked for. */
function kept(bytes: Buffer) {
  const asked = { bytes: 0, calls: 0 };
  const store = {
    async open(_key: string, { start, end }: { start: number; end: number }) {
      asked.calls++;
      asked.bytes += end - start + 1;
      return new Blob([Uint8Array.from(bytes.subarray(start, end + 1))]).stream();
    },
  };
  return { asked, windows: readWindows(store, { key: 'kept/a', size: bytes.length }) };
}
const examine = (bytes: Buffer, name = 'skin.zip') => examineArchive(kept(bytes).windows, name);

const SKIN: ForgedEntry[] = [
  { name: 'META/info.json', content: '{"Name":"Ahri"}', method: 8 },
  { name: 'WAD/' },
  { name: 'WAD/Ahri.wad.client', content: Buffer.concat([Buffer.from('RW\x03'), randomBytes(3000)]) },
  { name: 'leia-me (versão 2).txt', content: 'Olá', method: 8 },
];
const MZ = Buffer.concat([Buffer.from('MZ'), Buffer.alloc(600)]);
const zip = (...entries: ForgedEntry[]) => forgeZip([...SKIN, ...entries]);
const zeros = (megabytes: number) => Buffer.alloc(megabytes * 1024 * 1024);

test('a skin is clean, and counted without its folders', async () => {
  const clean = { verdict: 'clean', entries: 3, reasons: [] };
  for (const name of ['skin.zip', 'skin.fantome', 'skin']) expect(await examine(zip(), name)).toEqual(clean);
  expect(await examine(forgeZip(SKIN, { comment: 'feito com carinho' }))).toEqual(clean);
  expect(await examine(forgeZip(SKIN.map((entry) => ({ ...entry, zip64: true }))))).toEqual(clean);
  for (const wide of [{}, { at: 0xffffffff }]) expect(await examine(forgeZip(SKIN, { wide }))).toEqual(clean);
  const descriptor = Buffer.concat([Buffer.from('PK\x07\x08'), randomBytes(20)]);
  const streamed = SKIN.map((entry, n) => (n === 0 ? entry : { ...entry, before: descriptor }));
  expect(await examine(forgeZip(streamed, { before: descriptor }))).toEqual(clean);
  expect(await examine(zip({ name: 'pasta\\textura.dds' }))).toMatchObject({ verdict: 'clean', entries: 4 });
});

const ALONE = forgeZip([{ name: 'b.exe', content: 'MZ' }]);
const BOMB = { name: 'a.bin', content: zeros(2), method: 8 };
const FORGED: Record<string, [archive: Buffer, reason: RegExp, name?: string]> = {
  'a program': [zip({ name: 'Instalar.EXE', content: MZ }), /^Programa ou script: Instalar\.EXE\.$/],
  'a script': [zip({ name: 'a.bat' }, { name: 'b.ps1' }), /^Programa ou script: a\.bat, b\.ps1\.$/],
  'many of them': [
    zip(...[1, 2, 3, 4, 5].map((n) => ({ name: `${n}.vbs` }))),
    /^Programa ou script: 1\.vbs, 2\.vbs, 3\.vbs e mais 2\.$/,
  ],
  'a program with a dot behind': [zip({ name: 'a.exe. ' }), /^Nome que engana/],
  'two endings': [zip({ name: 'foto.png.scr' }), /^Nome que engana/],
  'a program under another name': [
    zip({ name: 'textura.dds', content: MZ, method: 8 }),
    /^Programa com o nome de outra coisa: textura\.dds\.$/,
  ],
  'an ELF': [zip({ name: 'x.bin', content: Buffer.from('\x7fELF\x02') }), /^Programa com o nome/],
  'a Mach-O': [zip({ name: 'x', content: Buffer.from('cffaedfe07', 'hex') }), /^Programa com o nome/],
  'a script without its ending': [zip({ name: 'x.txt', content: '#!/bin/sh\n' }), /^Programa com o nome/],
  'a script of Windows in 16 bits': [
    zip({ name: 'x.txt', content: Buffer.from('\ufeff@echo off\r\n', 'utf16le') }),
    /^Programa com o nome/,
  ],
  'out of the folder': [
    zip({ name: '../../inicio.txt' }),
    /^Nome que engana ou sai da pasta: \.\.\/\.\.\/inicio\.txt/,
  ],
  'out of it with the other slash': [zip({ name: 'a\\..\\..\\b.txt' }), /^Nome que engana/],
  'an absolute name': [zip({ name: '/etc/passwd' }), /^Nome que engana/],
  'a drive': [zip({ name: 'C:\\Windows\\a.txt' }), /^Nome que engana/],
  'a stream behind a file': [zip({ name: 'a.txt:b' }), /^Nome que engana/],
  'a device': [zip({ name: 'pasta/NUL.txt' }), /^Nome que engana/],
  'a name that turns around': [
    zip({ name: 'skin\u202egnp.txt' }),
    /^Nome que engana ou sai da pasta: skin�gnp\.txt\.$/,
  ],
  'a name with NUL': [zip({ name: 'a.txt\0.exe' }), /^Nome que engana/],
  'a name that never ends': [zip({ name: 'a'.repeat(600) }), /^Nome que engana/],
  'long names of dots alone, each of which costs a pattern seconds': [
    zip(...Array.from({ length: 30 }, () => ({ name: `${'.'.repeat(65_000)}a` }))),
    /^Nome que engana/,
  ],
  'an archive that some tools take for a folder': [
    zip({ name: 'a.dds', content: forgeZip(SKIN), method: 8, extra: unicodeName('a.dds', 'a/') }),
    /^Outro compactado por dentro: a/,
  ],
  'a symbolic link': [
    zip({ name: 'atalho', content: '/etc', mode: 0o120777 }),
    /^Nome que engana.*: atalho\.$/,
  ],
  'another name for some tools': [
    zip({ name: 'leia.txt', extra: unicodeName('leia.txt', 'instalar.exe') }),
    /^Programa ou script: instalar\.exe\.$/,
  ],
  'another name for the other tools': [
    zip({ name: 'instalar.exe', extra: unicodeName('instalar.exe', 'leia.txt') }),
    /^Programa ou script: leia\.txt\.$/,
  ],
  'an archive within': [zip({ name: 'dentro.rar' }), /^Outro compactado por dentro: dentro\.rar\.$/],
  'an archive within, under another name': [
    zip({ name: 'a.dds', content: forgeZip(SKIN), method: 8 }),
    /^Outro compactado por dentro: a\.dds\.$/,
  ],
  'a password': [zip({ name: 'a.dds', flags: 0x801 }), /^Com senha/],
  'a packing that nobody knows': [zip({ name: 'a.dds', method: 14 }), /^Compactado de um jeito/],
  'a bomb by its directory': [
    zip({ ...BOMB, says: { size: 3_000_000_000 }, header: { size: 3_000_000_000 } }),
    /^Cresce demais ao abrir: a\.bin\.$/,
  ],
  'a bomb by what it holds': [zip({ name: 'a.bin', content: zeros(120), method: 8 }), /^Cresce demais/],
  'a bomb that the directory hides': [
    zip({ ...BOMB, says: { size: 10 } }),
    /^Cresce demais ao abrir: a\.bin\.$/,
  ],
  'a bomb of 64 bits': [
    zip({ ...BOMB, zip64: true, says: { size: 2 ** 48 }, header: { size: 2 ** 48 } }),
    /^Cresce demais/,
  ],
  'files on top of each other': [
    zip(BOMB, ...[1, 2, 3].map((n) => ({ ...BOMB, name: BOMB.name, at: 4, says: { size: n } }))),
    /^Um arquivo está por cima do outro\.$/,
  ],
  'another name in front of the file': [
    zip({ name: 'a.txt', header: { name: 'a.exe' } }),
    /^O índice diz uma coisa.*: a\.txt\.$/,
  ],
  'another size in front of the file': [zip({ name: 'a.txt', header: { size: 3 } }), /^O índice diz/],
  'another packing in front of it': [zip({ name: 'a.txt', header: { method: 8 } }), /^O índice diz/],
  'less than the directory says': [zip({ name: 'a.txt', method: 8, says: { size: 99 } }), /^O índice diz/],
  'other bytes than the directory says': [zip({ name: 'a.txt', says: { crc: 1 } }), /^O índice diz/],
  'a file that the directory leaves out': [
    zip({ name: 'a.txt', before: forgeZip([{ name: 'b.exe', content: zeros(1) }]) }),
    /^Há bytes que o índice não mostra\.$/,
  ],
  'a whole file in a small gap': [
    zip({ name: 'a.txt', before: ALONE }),
    /^Há bytes que o índice não mostra\.$/,
  ],
  'the header of a file in front of the directory': [
    forgeZip(SKIN, { before: ALONE.subarray(0, 30) }),
    /^Há bytes que o índice não mostra\.$/,
  ],
  'a line that the directory does not count': [
    forgeZip([...SKIN, { name: 'b.exe', content: 'MZ' }], { count: SKIN.length }),
    /^O índice diz uma coisa, e o conteúdo é outra\.$/,
  ],
  'the same with a record of 64 bits': [
    forgeZip([...SKIN, { name: 'b.exe', content: 'MZ' }], { count: SKIN.length, wide: {} }),
    /^O índice diz uma coisa, e o conteúdo é outra\.$/,
  ],
  'another directory for tools of 32 bits': [forgeZip(SKIN, { wide: { at: 0 } }), /^O índice diz uma coisa/],
  'a program in front of the ZIP': [Buffer.concat([MZ, zip()]), /^Programa ou script/],
  'another archive in front of the ZIP': [
    Buffer.concat([Buffer.from('Rar!\x1a\x07\0'), Buffer.alloc(100), zip()]),
    /^Há bytes que o índice não mostra/,
    'skin.rar',
  ],
  'a ZIP that ends too early': [zip().subarray(0, 2000), /^O compactado está quebrado/],
  'a file that is packed badly': [
    zip({ name: 'a.txt', method: 0, says: { method: 8 }, content: 'nada disso é deflate' }),
    /^O compactado está quebrado: a\.txt\.$/,
  ],
  'a directory that ends too early': [forgeZip(SKIN, { count: 9 }), /^O compactado está quebrado/],
  'an empty one': [forgeZip([]), /^Não há nenhum arquivo por dentro/],
  'a RAR that says it is a ZIP': [Buffer.from('Rar!\x1a\x07\0 e o resto'), /^O índice diz/, 'skin.fantome'],
  'a program alone': [MZ, /^Programa ou script: skin\.zip\.$/],
  'a program by its name': [Buffer.from('qualquer'), /^Programa ou script: Skin\.exe\.$/, 'Skin.exe'],
};

test.each(Object.entries(FORGED))('%s is suspicious', async (_what, [archive, reason, name]) => {
  const { verdict, reasons } = await examine(archive, name);
  expect(verdict).toBe('suspicious');
  expect(reasons).toEqual(expect.arrayContaining([expect.stringMatching(reason)]));
});

test('a long name is cut between its letters', async () => {
  const { reasons } = await examine(zip({ name: `${'😀'.repeat(90)}b.exe` }));
  expect(reasons).toEqual([`Programa ou script: ${'😀'.repeat(75)}b.exe.`]);
});

test('what the shop does not open is not examined', async () => {
  const not = {
    verdict: 'not_examined',
    entries: null,
    reasons: ['A loja só olha por dentro de arquivos ZIP.'],
  };
  for (const [name, content] of [
    ['skin.rar', 'Rar!\x1a\x07\0'],
    ['skin.7z', '7z\xbc\xaf\x27\x1c'],
    ['skin.modpkg', '_modpkg_\x01'],
    ['Ahri.wad.client', 'RW\x03\x04'],
    ['skin.zip', 'nada que alguém abra'],
    ['s', 'x'],
  ] as const)
    expect(await examine(Buffer.from(content, 'latin1'), name)).toEqual(not);
});

test('more than 100,000 files are refused by their number, and 30,000 are read in few calls', async () => {
  const many = forgeZip(Array.from({ length: 30_000 }, (_, n) => ({ name: `WAD/${n}.dds`, content: 'x' })));
  const { asked, windows } = kept(many);
  expect(await examineArchive(windows, 'skin.zip')).toEqual({
    verdict: 'clean',
    entries: 30_000,
    reasons: [],
  });
  expect(asked.calls).toBeLessThan(20);

  expect(await examine(forgeZip(SKIN, { wide: { count: 100_001 } }))).toEqual({
    verdict: 'suspicious',
    entries: 100_001,
    reasons: ['Cresce demais ao abrir: 100.001 arquivos.'],
  });
});

test('a bomb is not unpacked, and no file is read twice', async () => {
  const bomb = kept(zip({ ...BOMB, content: randomBytes(8_000_000), says: { size: 2 ** 32 - 2 } }));
  await examineArchive(bomb.windows, 'skin.zip');
  expect(bomb.asked.bytes).toBeLessThan(3_000_000);

  const large = forgeZip(
    Array.from({ length: 30 }, (_, n) => ({ name: `${n}.dds`, content: randomBytes(700_000) })),
  );
  const whole = kept(large);
  expect(await examineArchive(whole.windows, 'skin.zip')).toMatchObject({ verdict: 'clean', entries: 30 });
  expect(whole.asked.bytes).toBeLessThanOrEqual(large.length + 3 * 1024 * 1024);
});

test('a storage that does not answer says nothing about the file', async () => {
  const archive = zip({ name: 'a.dds', content: randomBytes(3_500_000) });
  const { asked, windows } = kept(archive);
  expect((await examineArchive(windows, 'skin.zip')).verdict).toBe('clean');
  expect(asked.calls).toBe(4);
  for (let answers = 0; answers < asked.calls; answers++) {
    let left = answers;
    const store = {
      async open(_key: string, { start, end }: { start: number; end: number }) {
        if (left-- === 0) throw new Error('S3 is away.');
        return new Blob([Uint8Array.from(archive.subarray(start, end + 1))]).stream();
      },
    };
    const shaky = readWindows(store, { key: 'kept/a', size: archive.length });
    await expect(examineArchive(shaky, 'skin.zip')).rejects.toThrow('S3 is away.');
  }
});

/** What Info-ZIP adds: the name once more, in UTF-8. */
function unicodeName(name: string, other: string): Buffer {
  const data = Buffer.concat([Buffer.from([1]), crcOf(name), Buffer.from(other)]);
  const head = Buffer.alloc(4);
  head.writeUInt16LE(0x7075, 0);
  head.writeUInt16LE(data.length, 2);
  return Buffer.concat([head, data]);
}

function crcOf(text: string): Buffer {
  const sum = Buffer.alloc(4);
  sum.writeUInt32LE(crc32(text));
  return sum;
}
