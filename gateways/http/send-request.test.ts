import { expect, test } from 'vitest';
import { callJson, type JsonCall } from './call-json.ts';
import { explainFetchError } from './explain-fetch-error.ts';
import type { Fetch } from './send-request.ts';

const ADDRESS = 'https://pix.exemplo.com/charges/1';
const call: JsonCall = { method: 'GET', url: ADDRESS, path: '/charges/{id}', repeatable: true };
const ask = (fetch: Fetch, changes: Partial<JsonCall> = {}) =>
  callJson(
    {
      gateway: 'simulator',
      token: 'a-token',
      timeoutMs: 50,
      fetch,
      refusalStatuses: [422],
      cures: { 401: '', 403: '' },
    },
    { ...call, ...changes },
  );

test('a request carries the token, what it accepts and its body, follows no redirect and has an end', async () => {
  const sent: Parameters<Fetch>[] = [];
  const fetch: Fetch = (...parts) => {
    sent.push(parts);
    return Promise.resolve({ status: 200, text: () => Promise.resolve('{"id":1}') });
  };
  expect(await ask(fetch)).toEqual({ kind: 'data', data: { id: 1 } });
  const headers = { accept: 'application/json', authorization: 'Bearer a-token' };
  const signal = expect.any(AbortSignal) as AbortSignal;
  expect(sent[0]).toEqual([ADDRESS, { method: 'GET', headers, redirect: 'error', signal }]);
  await ask(fetch, { method: 'POST', body: { value: 15 }, headers: { 'idempotency-key': 'k' } });
  expect(sent[1]?.[1]).toEqual({
    method: 'POST',
    headers: { ...headers, 'content-type': 'application/json', 'idempotency-key': 'k' },
    body: '{"value":15}',
    redirect: 'error',
    signal,
  });
});

test('a provider that is silent, and one whose answer breaks off, leave open what happened there', async () => {
  const silent: Fetch = (_url, { signal }) =>
    new Promise((_answer, fail) => {
      signal.addEventListener('abort', () => fail(signal.reason as Error));
    });
  const broken: Fetch = () =>
    Promise.resolve({ status: 200, text: () => Promise.reject(new TypeError('terminated')) });
  for (const repeatable of [true, false]) {
    await expect(ask(silent, { repeatable })).rejects.toMatchObject({
      message: expect.stringContaining('GET /charges/{id}: no answer in time') as string,
      outcome: 'unknown',
      retryable: repeatable,
    });
    await expect(ask(broken, { repeatable })).rejects.toMatchObject({
      message: expect.stringContaining('GET /charges/{id}: the connection failed (terminated)') as string,
      outcome: 'unknown',
      retryable: repeatable,
    });
  }
});

const explain = (error: unknown) =>
  explainFetchError({ gateway: 'simulator', where: 'GET /charges/{id}', repeatable: false }, error);
const failed = (code: unknown) =>
  new TypeError('fetch failed', { cause: Object.assign(new Error('why'), { code }) });

test.each([
  'ECONNREFUSED',
  'ENOTFOUND',
  'EAI_AGAIN',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'UND_ERR_CONNECT_TIMEOUT',
  'CERT_HAS_EXPIRED',
  'DEPTH_ZERO_SELF_SIGNED_CERT',
  'SELF_SIGNED_CERT_IN_CHAIN',
  'UNABLE_TO_VERIFY_LEAF_SIGNATURE',
  'UNABLE_TO_GET_ISSUER_CERT_LOCALLY',
  'ERR_TLS_CERT_ALTNAME_INVALID',
])('%s: the request never left, and may be made again', (code) => {
  expect(explain(failed(code))).toMatchObject({
    message: expect.stringContaining(`GET /charges/{id}: cannot connect (${code})`) as string,
    outcome: 'not_applied',
    retryable: true,
    cause: failed(code),
  });
});

test.each([
  [failed('ECONNRESET'), 'ECONNRESET'],
  [failed(7), 'why'],
  [Object.assign(new Error('direct'), { code: 'EPIPE' }), 'EPIPE'],
  [new Error('no code'), 'no code'],
  ['no error at all', 'unknown'],
])('%s: nobody knows whether it arrived', (error, code) => {
  expect(explain(error)).toMatchObject({
    message: expect.stringContaining(`the connection failed (${code})`) as string,
    outcome: 'unknown',
    retryable: false,
    cause: error,
  });
});
