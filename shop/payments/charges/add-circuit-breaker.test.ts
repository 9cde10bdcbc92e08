import { afterEach, beforeEach, expect, test } from 'vitest';
import { createMercadoPago } from '#gateways/mercadopago/create-mercado-pago.ts';
import { chargeRequest } from '#gateways/contract-suite.ts';
import { createLog } from '#server/config/log.ts';
import { startMercadoPagoServer, type MercadoPagoServer } from '#test/providers/mercadopago-server.ts';
import { GatewayError } from '../gateway.ts';
import { addCircuitBreaker } from './add-circuit-breaker.ts';

let server: MercadoPagoServer;
let clock: Date;
let events: string[];
let guarded: ReturnType<typeof addCircuitBreaker>;

beforeEach(async () => {
  server = await startMercadoPagoServer({ accessToken: 'TEST-token' });
  clock = new Date();
  events = [];
  const log = createLog({
    level: 'debug',
    write: (line) => void events.push((JSON.parse(line) as { event: string }).event),
  });
  const gateway = createMercadoPago({
    baseUrl: server.url,
    accessToken: 'TEST-token',
    webhookSecret: 's',
    production: false,
    timeoutMs: 5_000,
  });
  guarded = addCircuitBreaker(gateway, { now: () => clock, log });
});
afterEach(() => server.close());

const passSeconds = (seconds: number) => void (clock = new Date(clock.getTime() + seconds * 1000));
const tryCreate = () =>
  guarded.gateway.create(chargeRequest()).then(
    ({ ok }) => (ok ? 'created' : 'refused'),
    (error: unknown) => (error instanceof GatewayError ? error.outcome : 'bug'),
  );

async function bringDown() {
  server.failNext({ status: 503 }, 5);
  for (let n = 0; n < 5; n++) expect(await tryCreate()).toBe('unknown');
}

test('after five failures in a row the next buyers are answered at once, and the provider is left alone', async () => {
  await bringDown();
  const asked = server.requests.length;
  expect(await Promise.all([tryCreate(), tryCreate(), tryCreate()])).toEqual(Array(3).fill('not_applied'));
  expect(server.requests.length).toBe(asked);
  expect(guarded.circuit()).toMatchObject({ isOpen: true, failures: 5, turnedAway: 3 });
  expect(events).toEqual(['gateway.circuit_opened']);
});

test('after a pause one try goes through, alone; when it succeeds everybody is let in', async () => {
  await bringDown();
  passSeconds(31);
  const asked = server.requests.length;
  expect((await Promise.all([tryCreate(), tryCreate(), tryCreate()])).sort()).toEqual([
    'created',
    'not_applied',
    'not_applied',
  ]);
  expect(server.requests.length).toBe(asked + 1);
  expect(await tryCreate()).toBe('created');
  expect(guarded.circuit()).toMatchObject({ isOpen: false });
  expect(events).toEqual(['gateway.circuit_opened', 'gateway.circuit_probe', 'gateway.circuit_closed']);
});

test('a try that fails starts the pause anew', async () => {
  await bringDown();
  passSeconds(31);
  server.failNext({ status: 503 });
  expect(await tryCreate()).toBe('unknown');
  passSeconds(20);
  expect(await tryCreate()).toBe('not_applied');
  passSeconds(11);
  expect(await tryCreate()).toBe('created');
});

test('failures with a success in between, and refusals, do not open it', async () => {
  for (let round = 0; round < 3; round++) {
    server.failNext({ status: 503 }, 4);
    for (let n = 0; n < 4; n++) await tryCreate();
    server.failNext({ status: 400 });
    expect(await tryCreate()).toBe('refused');
  }
  expect(guarded.circuit()).toMatchObject({ isOpen: false, failures: 12, turnedAway: 0 });
});

test('asking after money goes on while no new charge is made', async () => {
  const request = chargeRequest();
  const created = await guarded.gateway.create(request);
  await bringDown();
  const gatewayChargeId = created.ok ? created.charge.gatewayChargeId : null;
  expect(await guarded.gateway.find({ chargeId: request.chargeId, gatewayChargeId })).toMatchObject({
    ok: true,
  });
});
