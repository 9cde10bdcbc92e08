import { describe, expect, test } from 'vitest';
import { readStatement } from './read-statement.ts';

const E2E = 'E60701190202611031234567890abcde';

const sgml = (rows: string[], head = '<DTSTART>20261101<DTEND>20261130') =>
  `OFXHEADER:100\nDATA:OFXSGML\nVERSION:102\nENCODING:USASCII\nCHARSET:1252\n\n<OFX><BANKMSGSRSV1><STMTTRNRS><STMTRS>` +
  `<BANKACCTFROM><BANKID>341<ACCTID>12</BANKACCTFROM><BANKTRANLIST>${head}${rows.join('')}</BANKTRANLIST></STMTRS></STMTTRNRS></BANKMSGSRSV1></OFX>\n`;
const row = (fields: Record<string, string>) =>
  `<STMTTRN>${Object.entries({
    TRNTYPE: 'CREDIT',
    DTPOSTED: '20261103',
    TRNAMT: '15.00',
    FITID: '1',
    ...fields,
  })
    .map(([tag, value]) => `<${tag}>${value}\n`)
    .join('')}</STMTTRN>`;
const read = (text: string, encoding: BufferEncoding = 'utf8') => readStatement(Buffer.from(text, encoding));
const rowsOf = (text: string, encoding?: BufferEncoding) => {
  const statement = read(text, encoding);
  if (!statement.ok) throw new Error(statement.reason);
  return statement.rows;
};

test('OFX 1 without closing tags and OFX 2 say the same', () => {
  const old = read(sgml([row({ MEMO: 'Pix de João' })]), 'latin1');
  const xml = read(
    `<?xml version="1.0" encoding="UTF-8"?><?OFX OFXHEADER="200"?><OFX><BANKMSGSRSV1><STMTTRNRS><STMTRS><BANKACCTFROM>
    <BANKID>341</BANKID><ACCTID>12</ACCTID></BANKACCTFROM><BANKTRANLIST><DTSTART>20261101</DTSTART><DTEND>20261130</DTEND>
    <STMTTRN><TRNTYPE>CREDIT</TRNTYPE><DTPOSTED>20261103</DTPOSTED><TRNAMT>15.00</TRNAMT><FITID>1</FITID>
    <MEMO><![CDATA[Pix de João]]></MEMO></STMTTRN></BANKTRANLIST></STMTRS></STMTTRNRS></BANKMSGSRSV1></OFX>`,
  );
  expect(old).toMatchObject({
    ok: true,
    from: '2026-11-01',
    to: '2026-11-30',
    rows: [{ day: '2026-11-03', amountCents: 1500 }],
  });
  expect(xml).toEqual(old);
});

test.each([
  ['15.00', 1500],
  ['15,00', 1500],
  ['+15', 1500],
  ['R$ 1.234,56', 123_456],
  ['1,234.56', 123_456],
  ['-1.234.567,8', -123_456_780],
  ['1.500', 150_000],
  ['15.0000', 1500],
  ['12,50-', -1250],
])('the sum %s', (TRNAMT, cents) => {
  expect(rowsOf(sgml([row({ TRNAMT })]))[0]?.amountCents).toBe(cents);
});

test('a debit is below zero, whoever says so', () => {
  expect(rowsOf(sgml([row({ TRNTYPE: 'DEBIT', TRNAMT: '3,00' })]))[0]?.amountCents).toBe(-300);
  expect(rowsOf(sgml([row({ TRNTYPE: 'DEBIT', TRNAMT: '-3,00' })]))[0]?.amountCents).toBe(-300);
});

test.each([
  ['20261103', '2026-11-03'],
  ['20261103000000[-3:BRT]', '2026-11-03'],
  ['20261103120000', '2026-11-03'],
  ['20261103000000[0:GMT]', '2026-11-03'],
  ['20261103013000[0:GMT]', '2026-11-02'],
  ['20261102233000.000[-5:EST]', '2026-11-03'],
  ['20261103100000[-0300:BRT]', '2026-11-03'],
  ['20261103233000[-0330]', '2026-11-04'],
  ['20261103230000[-1]', '2026-11-03'],
  ['2026-11-03', '2026-11-03'],
])('the day of %s', (DTPOSTED, day) => {
  expect(rowsOf(sgml([row({ DTPOSTED })]))[0]?.day).toBe(day);
});

test.each([
  [{ FITID: E2E }],
  [{ MEMO: `PIX RECEBIDO ${E2E} de Ana` }],
  [{ MEMO: `PIXRECEB${E2E}` }],
  [{ CHECKNUM: E2E.toUpperCase() }],
  [{ NAME: `Ana &amp; Cia/${E2E}` }],
])('the end-to-end id in %o', (fields) => {
  expect(rowsOf(sgml([row(fields)]))[0]?.ids.map((id) => id.toLowerCase())).toContain(E2E.toLowerCase());
});

describe('what counts once', () => {
  const digests = (rows: string[]) => rowsOf(sgml(rows)).map(({ digest }) => digest);
  test('a row that a file has twice, by its id', () => {
    expect(digests([row({ FITID: 'A' }), row({ FITID: 'A' }), row({ FITID: 'B' })])).toHaveLength(2);
    expect(digests([row({ FITID: 'A', MEMO: E2E }), row({ FITID: 'B', MEMO: E2E })])).toHaveLength(1);
  });
  test('equal rows of a bank that gives no ids are as many payments, and the same ones in a longer file', () => {
    const plain = row({ FITID: '000' });
    expect(digests([plain, plain, plain])).toHaveLength(3);
    // Ids that are none: one of them stands at different rows.
    const some = [row({ FITID: '7' }), row({ FITID: '7' }), row({ FITID: '7', TRNAMT: '30.00' })];
    expect(digests(some)).toHaveLength(3);
    expect(digests([...some, row({ FITID: '7', DTPOSTED: '20261104' })]).slice(0, 3)).toEqual(digests(some));
  });
});

describe('what cannot be read is said, and nothing of it is taken', () => {
  test.each([
    ['a table', 'Data;Valor\n01/11/2026;15,00\n', { reason: 'no_statement' }],
    ['a card', '<OFX><CREDITCARDMSGSRSV1></CREDITCARDMSGSRSV1></OFX>', { reason: 'no_statement' }],
    ['half of one', sgml([row({}), row({})]).split('</STMTTRN>')[0]!, { reason: 'cut_off' }],
    [
      'no sum',
      sgml([row({}), row({ TRNAMT: 'quinze' })]),
      { reason: 'unreadable_row', row: 2, text: 'quinze' },
    ],
    [
      'no zone',
      sgml([row({ DTPOSTED: '20261103100000[-15]' })]),
      { reason: 'unreadable_row', row: 1, text: '20261103100000[-15]' },
    ],
    ['no day', sgml([row({ DTPOSTED: '20261332' })]), { reason: 'unreadable_row', row: 1, text: '20261332' }],
    ['nothing', '', { reason: 'no_statement' }],
  ])('%s', (_, text, refused) => {
    expect(read(text)).toEqual({ ok: false, ...refused });
  });
});

test('an account without movement is a statement', () => {
  const span = { from: '2026-11-01', to: '2026-11-30' };
  expect(read(sgml([]))).toEqual({ ok: true, ...span, exportedOn: null, rows: [] });
});

test.each([
  ['20261118101500[-3:BRT]', '2026-11-18'],
  ['00000000000000', null],
  // A bank that fills it with anything.
  ['20100101', null],
])('exported at %s', (server, exportedOn) => {
  const text = sgml([row({})]).replace('<BANKMSGSRSV1>', `<SONRS><DTSERVER>${server}</SONRS><BANKMSGSRSV1>`);
  expect(read(text)).toMatchObject({ ok: true, exportedOn });
});

// A quadratic reading of one of these takes many minutes.
test.each([
  ['rows', '<STMTTRN ', 'no_statement'],
  ['texts', '<![CDATA[', 'no_statement'],
  ['tags', '<A', 'no_statement'],
  ['a name', 'A', 'no_statement', '<'],
  ['a zone', '1', 'unreadable_row', '<STMTTRN><DTPOSTED>20261103['],
])('%s without an end are answered', (_, part, reason, start = '') => {
  const text = `<OFX><BANKTRANLIST></OFX>${start}${part.repeat(2_000_000 / part.length)}`;
  expect(read(text)).toMatchObject({ ok: false, reason });
});
