import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createLog } from './log.ts';

function record(level: 'debug' | 'info' = 'debug') {
  const lines: string[] = [];
  return { lines, log: createLog({ level, write: (line) => lines.push(line) }) };
}

function logged(fields: Record<string, unknown>): { line: string; fields: Record<string, never> } {
  const { lines, log } = record();
  log.info('test.event', fields);
  expect(lines).toHaveLength(1);
  return { line: lines[0]!, fields: JSON.parse(lines[0]!) };
}

describe('a log line', () => {
  it('is one JSON object with time, level, event and fields', () => {
    const { fields } = logged({ orderId: 'a1', amountCents: 1500, paid: true, missing: null });
    expect(fields).toMatchObject({
      level: 'info',
      event: 'test.event',
      orderId: 'a1',
      amountCents: 1500,
      paid: true,
    });
    expect(Date.parse(fields['time']!)).toBeGreaterThan(0);
  });

  it('is left out below the level', () => {
    const { lines, log } = record('info');
    log.debug('quiet');
    log.warn('loud');
    expect(lines.map((line) => JSON.parse(line).event)).toEqual(['loud']);
  });

  it('carries the fields of every child above it, and its own win', () => {
    const { lines, log } = record();
    log.child({ requestId: 'r1', part: 'a' }).child({ part: 'b' }).error('failed', { step: 2 });
    expect(JSON.parse(lines[0]!)).toMatchObject({ requestId: 'r1', part: 'b', step: 2, level: 'error' });
  });

  it('lets no field pose as its time, level or event', () => {
    const { fields } = logged({ level: 'debug', event: 'x', time: 'never', __proto__: { level: 'error' } });
    expect(fields).toMatchObject({
      level: 'info',
      event: 'test.event',
      _level: 'debug',
      _event: 'x',
      _time: 'never',
    });
  });

  // shows: threat 39
  it('cannot be broken or coloured by control characters', () => {
    const { line } = logged({ name: 'a\nb\r\u2028c\u2029d\u0085e\u001b[31mf\u009b31mg\u007f\u202eh\0' });
    // oxlint-disable-next-line no-control-regex
    expect(line.slice(0, -1)).not.toMatch(/[\u0000-\u001f\u007f-\u009f\u2028\u2029\u202e]/);
    expect(JSON.parse(line).name).toContain('\u001b[31mf');
  });

  it('describes errors with their cause, code and stack', () => {
    const cause = Object.assign(new Error('connection refused'), { code: 'ECONNREFUSED' });
    const { fields } = logged({ error: new TypeError('no answer', { cause }) });
    expect(fields['error']).toMatchObject({
      name: 'TypeError',
      message: 'no answer',
      stack: expect.stringContaining('log.test.ts'),
      cause: { name: 'Error', message: 'connection refused', code: 'ECONNREFUSED' },
    });
  });

  it('survives circles, depth, getters that throw, bigint, Map, Set, Buffer and dates', () => {
    const circle: Record<string, unknown> = { name: 'c' };
    circle['self'] = circle;
    let deep: unknown = 'bottom';
    for (let index = 0; index < 20; index++) deep = { deep };
    const { fields } = logged({
      circle,
      deep,
      trap: Object.defineProperty({}, 'boom', {
        enumerable: true,
        get: () => {
          throw new Error('x');
        },
      }),
      big: 10n,
      map: new Map([['k', new Set([1])]]),
      bytes: Buffer.from('secret bytes'),
      at: new Date(0),
      never: new Date(Number.NaN),
      call: () => 1,
    });
    expect(fields).toMatchObject({
      circle: { name: 'c', self: '[circular]' },
      trap: '[unreadable]',
      big: '10',
      map: { k: [1] },
      bytes: '[12 bytes]',
      at: '1970-01-01T00:00:00.000Z',
      never: 'Invalid Date',
      call: '[function]',
    });
    expect(JSON.stringify(fields['deep'])).toContain('[deep]');
  });
});

describe('redaction', () => {
  const names = [
    'taxId',
    'tax_id',
    'customerTaxId',
    'cpf',
    'CNPJ',
    'email',
    'e-mail',
    'customer_email',
    'password',
    'newPassword',
    'senha',
    'token',
    'accessToken',
    'secret',
    'webhookSecret',
    'authorization',
    'Authorization',
    'cookie',
    'set-cookie',
    'apiKey',
    'x-api-key',
    'S3_SECRET_ACCESS_KEY',
    'cellphone',
  ];
  // shows: threat 42
  it.each(names)('replaces whatever is under %s, at any depth', (name) => {
    for (const canary of ['canary-8f3a', 987_654, ['canary-8f3a'], { inner: 'canary-8f3a' }]) {
      expect(logged({ [name]: canary, deep: [{ [name]: canary }] }).line).not.toMatch(/canary|987654/);
    }
    expect(logged({ headers: new Headers({ authorization: 'canary-8f3a' }) }).line).not.toContain('canary');
  });

  it('keeps flags and absence readable', () => {
    expect(logged({ emailVerified: true, token: null }).fields).toMatchObject({
      emailVerified: true,
      token: null,
    });
  });

  const canaries: [kind: string, text: string][] = [
    ['CPF with punctuation', '529.982.247-25'],
    ['CPF digits', '52998224725'],
    ['CPF with spaces', '529 982 247 25'],
    ['CNPJ with punctuation', '11.222.333/0001-81'],
    ['CNPJ digits', '11222333000181'],
    ['CNPJ with letters', '12.ABC.345/01DE-35'],
    ['CNPJ with letters, bare', '12ABC34501DE35'],
    ['e-mail', 'maria.silva+pix@exemplo.com.br'],
    ['e-mail without a dot', 'maria@localhost'],
    ['e-mail in a URL', 'maria.silva%40exemplo.com.br'],
    ['e-mail with accents', 'joão@exemplo.com.br'],
  ];
  // shows: threat 42
  it.each(canaries)('masks a %s wherever it stands', (_kind, canary) => {
    const error = Object.assign(
      new Error(`duplicate key (${canary})`, { cause: new Error(`x ${canary}.`) }),
      {
        detail: `Key (x)=(${canary}) already exists.`,
      },
    );
    const { line } = logged({
      plain: canary,
      sentence: `cliente ${canary}, pedido 7`,
      json: JSON.stringify({ customer: { doc: canary } }),
      url: new URL(`https://loja.exemplo/pagar?x=${canary}`),
      error,
      [canary]: 1,
      nested: [new Map([[canary, canary]])],
    });
    expect(line).not.toContain(canary);
    expect(line).not.toContain(encodeURIComponent(canary));
    expect(logged({ id: 'ok' }).line).toContain('ok');
  });

  it('masks a tax id that travels as a number', () => {
    expect(logged({ document: 52_998_224_725 }).line).not.toContain('52998224725');
  });

  it.each([
    'https://loja.exemplo/webhooks/abacatepay?webhookSecret=canary8f3a&x=1',
    'https://loja.exemplo/webhooks/bacen?token=canary8f3a',
    'https://loja.exemplo/redefinir-senha?code=canary8f3a',
    'postgres://fulgor:canary8f3a@127.0.0.1:5432/fulgor',
    'Authorization: Bearer canary8f3a.x.y',
    'Basic canary8f3a==',
    '/api/v1/orders?key=flg_canary8f3a',
    'o segredo whsec_canary8f3a==',
    '{"password":"canary8f3a canary8f3a"}',
    '"{\\"password\\":\\"canary8f3a\\"}"',
    "{ apiKey: 'canary8f3a' }",
    'client_secret=canary8f3a&grant_type=client_credentials',
  ])('masks the secret in %s', (text) => {
    expect(logged({ text, error: new Error(text) }).line).not.toContain('canary8f3a');
  });

  it('leaves what operators need: ids, stack paths, error codes, amounts and instants', () => {
    const kept = [
      '0b9f2c7e-1234-4a5b-8c6d-123456789012',
      'at load (node_modules/@react-router/dev/dist/index.js:12:5)',
      'code: 23505',
      'R$ 15,00',
      '2026-11-21T04:01:06.123Z',
      '/img/Ahri_1?w=640',
    ];
    for (const text of kept) expect(logged({ text }).fields['text']).toBe(text);
    expect(logged({ createdAt: 1_795_233_666_123 }).fields['createdAt']).toBe(1_795_233_666_123);
  });

  it('leaves every order id and digest as it is', () => {
    const digest = fc.string({ unit: fc.constantFrom(...'0123456789'), minLength: 11, maxLength: 14 });
    fc.assert(
      fc.property(fc.uuid(), digest, (id, digits) => {
        const ids = [id, `${id.slice(0, -12)}${digits.padEnd(12, 'a').slice(0, 12)}`, digits.padEnd(32, 'f')];
        expect(logged({ ids }).fields['ids']).toEqual(ids);
      }),
    );
  });

  it('holds for any text around a canary', () => {
    fc.assert(
      fc.property(
        fc.string({ unit: 'binary', maxLength: 40 }),
        fc.constantFrom(...canaries),
        (around, [, canary]) => {
          const { line } = logged({
            text: `${around} ${canary} ${around}`,
            error: new Error(`${around} ${canary}`),
          });
          expect(line).not.toContain(canary);
          expect(line.indexOf('\n')).toBe(line.length - 1);
        },
      ),
      { numRuns: 300 },
    );
  }, 120_000);

  it('writes one parsable line for any value', () => {
    fc.assert(
      fc.property(
        fc.anything({
          withBigInt: true,
          withDate: true,
          withMap: true,
          withSet: true,
          withTypedArray: true,
          withNullPrototype: true,
        }),
        (value) => {
          expect(JSON.parse(logged({ value }).line)).toHaveProperty('event', 'test.event');
        },
      ),
      { numRuns: 300 },
    );
  });

  // The patterns may take a while for each letter, so what is searched is short.
  // shows: threat 40
  it('cuts long hostile texts before it searches them', () => {
    const hostile = [
      'a'.repeat(1e6),
      'a@'.repeat(5e5),
      '1'.repeat(1e6),
      'password="'.repeat(1e5),
      '%40'.repeat(3e5),
      'x.'.repeat(5e5),
      'token:'.repeat(2e5),
    ];
    for (const text of hostile) expect(logged({ text }).line.length, text.slice(0, 10)).toBeLessThan(20_000);
  });
});
