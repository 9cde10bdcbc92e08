import { spawn } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { isValidPixPayload } from '@brazilian-utils/brazilian-utils';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { readBrCode } from '#test/providers/read-br-code.ts';
import { chargeRequest, describeGatewayContract } from '../contract-suite.ts';
import { createSimulator, type Simulator } from './create-simulator.ts';

let directory: string;
let clock: Date;
let simulator: Simulator;
const merchant = { merchantName: 'Fulgor', merchantCity: 'São Paulo' };

beforeEach(async () => {
  directory = await mkdtemp(join(tmpdir(), 'simulator-'));
  clock = new Date();
  simulator = newSimulator();
});
afterEach(() => rm(directory, { recursive: true, force: true }));

function newSimulator(): Simulator {
  return createSimulator({ directory, ...merchant, now: () => clock });
}

function passTime(milliseconds: number): void {
  clock = new Date(clock.getTime() + milliseconds);
}

async function ledgerFiles(): Promise<string[]> {
  return (await readdir(directory)).sort();
}

const DAY_MS = 24 * 3_600_000;

describeGatewayContract('the simulator', async () => ({
  gateway: simulator,
  pay: async (charge, amountCents) => void (await simulator.pay(charge.chargeId, amountCents)),
  expire: async () => passTime(3_600_000),
  chargedCents: async () => {
    const texts = await Promise.all(
      (await ledgerFiles()).map((file) => readFile(join(directory, file), 'utf8')),
    );
    return texts.map((text) => (JSON.parse(text) as { amountCents: number }).amountCents);
  },
  descriptionOf: async (charge) => {
    const found = await simulator.find(charge);
    const pixCode = found.ok ? found.charge.pixCode : null;
    return readBrCode(pixCode ?? '').account.get('02') ?? '';
  },
  descriptionLength: 37,
  dispute: {
    open: async (charge) => void (await simulator.openDispute(charge.chargeId)),
    decide: async (charge, as) => void (await simulator.decideDispute(charge.chargeId, as)),
  },
  refundedCents: async (charge) => {
    const text = await readFile(join(directory, `${charge.chargeId}.json`), 'utf8');
    return (JSON.parse(text) as { refunds: { amountCents: number }[] }).refunds.map(
      ({ amountCents }) => amountCents,
    );
  },
  close: async () => {},
}));

test('the code names amount, receiver and a txid of at most 25 characters', async () => {
  const request = chargeRequest({ chargeId: '0190aaaa-bbbb-7ccc-8ddd-eeeeffff0000' });
  const created = await simulator.create(request);
  const pixCode = created.ok ? created.charge.pixCode : '';
  expect(isValidPixPayload(pixCode)).toBe(true);
  const code = readBrCode(pixCode);
  expect(code).toMatchObject({ amountCents: 1500, txid: '0190aaaabbbb7ccc8dddeeeef' });
  expect(code.objects.get('60')).toBe('Sao Paulo');
});

test('a charge survives a restart, payment included', async () => {
  const request = chargeRequest();
  await simulator.create(request);
  await simulator.pay(request.chargeId);
  const found = await newSimulator().find({ chargeId: request.chargeId, gatewayChargeId: null });
  expect(found).toMatchObject({ ok: true, charge: { status: 'paid', paidAmountCents: 1500, paidAt: clock } });
});

test('paying by either id works; a second click pays nothing, a second payment does', async () => {
  const request = chargeRequest();
  const created = await simulator.create(request);
  const gatewayChargeId = created.ok ? created.charge.gatewayChargeId : '';
  expect(gatewayChargeId).not.toBe(request.chargeId);
  expect(await simulator.pay(gatewayChargeId, 1000)).toMatchObject({ charge: { paidAmountCents: 1000 } });
  expect(await simulator.pay(request.chargeId)).toMatchObject({ charge: { paidAmountCents: 1500 } });
  expect(await simulator.pay(request.chargeId)).toEqual({ ok: false, reason: 'already_paid' });
  expect(await simulator.pay(request.chargeId, 1500)).toMatchObject({ charge: { paidAmountCents: 3000 } });
  await expect(simulator.pay(request.chargeId, 0.5)).rejects.toThrow(RangeError);
  expect(await simulator.pay(randomUUID())).toEqual({ ok: false, reason: 'not_found' });
});

test('a cancelled charge can still be paid, as a static code can', async () => {
  const request = chargeRequest();
  await simulator.create(request);
  await simulator.cancel({ chargeId: request.chargeId, gatewayChargeId: null });
  expect(await simulator.pay(request.chargeId)).toMatchObject({ ok: true, charge: { status: 'paid' } });
});

test('a repeated create tells what became of the first, and does not start its time anew', async () => {
  const request = chargeRequest();
  const first = await simulator.create(request);
  await simulator.pay(request.chargeId);
  passTime(60_000);
  const expiresAt = first.ok ? first.charge.expiresAt : null;
  expect(await simulator.create(request)).toMatchObject({ ok: true, charge: { status: 'paid', expiresAt } });
});

test('the same charge id with another amount is refused', async () => {
  const request = chargeRequest();
  await simulator.create(request);
  const changed = await simulator.create({ ...request, amountCents: 1 });
  expect(changed).toMatchObject({ ok: false, reason: 'refused' });
});

test.each([0, -1, 1.5, Number.NaN, 1e21])('an amount of %d centavos is refused', async (amountCents) => {
  expect(await simulator.create(chargeRequest({ amountCents }))).toMatchObject({
    ok: false,
    reason: 'refused',
  });
});

test('payments at the same moment, from several processes, all count', async () => {
  const request = chargeRequest();
  await simulator.create(request);
  const payInAnotherProcess = `
    const { createSimulator } = await import(${JSON.stringify(pathToFileURL(join(import.meta.dirname, 'create-simulator.ts')).href)});
    const simulator = createSimulator({ directory: ${JSON.stringify(directory)}, merchantName: 'A', merchantCity: 'B', now: () => new Date() });
    await Promise.all(Array.from({ length: 10 }, () => simulator.pay('${request.chargeId}', 1)));`;
  const exits = [1, 2].map(
    () =>
      new Promise((resolve) => {
        const child = spawn(process.execPath, ['--input-type=module', '-e', payInAnotherProcess], {
          stdio: ['ignore', 'ignore', 'inherit'],
        });
        child.once('exit', resolve);
      }),
  );
  const here = Promise.all(Array.from({ length: 10 }, () => simulator.pay(request.chargeId, 1)));
  expect(await Promise.all(exits)).toEqual([0, 0]);
  await here;
  const found = await simulator.find({ chargeId: request.chargeId, gatewayChargeId: null });
  expect(found).toMatchObject({ charge: { paidAmountCents: 30 } });
  expect(await ledgerFiles()).toEqual([`${request.chargeId}.json`]);
});

test('a lock left by a killed process is overcome', async () => {
  const request = chargeRequest();
  await simulator.create(request);
  await writeFile(join(directory, `${request.chargeId}.lock`), 'of a dead process');
  expect(await simulator.pay(request.chargeId)).toMatchObject({ ok: true });
});

test('an id that is no uuid never reaches the file system', async () => {
  const outside = join(directory, '..', 'outside.json');
  for (const id of [
    '../outside',
    '..',
    '',
    'sim_',
    `${randomUUID()}/../x`,
    `${randomUUID()}\0`,
    'C:\\x',
    '__proto__',
  ]) {
    const charge = { chargeId: id, gatewayChargeId: null };
    expect(await simulator.create(chargeRequest({ chargeId: id }))).toMatchObject({ reason: 'refused' });
    expect(await simulator.find(charge)).toEqual({ ok: false, reason: 'not_found' });
    expect(await simulator.cancel(charge)).toEqual({ ok: false, reason: 'not_found' });
    expect(await simulator.pay(id)).toEqual({ ok: false, reason: 'not_found' });
    const refund = { charge, refundId: randomUUID(), amountCents: 1, reason: '' };
    expect(await simulator.refund(refund)).toMatchObject({ reason: 'not_refundable' });
  }
  expect(await ledgerFiles()).toEqual([]);
  await expect(readFile(outside)).rejects.toThrow('ENOENT');
});

test('a create prunes what is older than 30 days, and nothing younger', async () => {
  const [old, young, newest] = [chargeRequest(), chargeRequest(), chargeRequest()];
  await simulator.create(old);
  passTime(2 * DAY_MS);
  await simulator.create(young);
  passTime(28 * DAY_MS + 1);
  await simulator.create(newest);
  const kept = [young, newest].map((request) => `${request.chargeId}.json`).sort();
  expect(await ledgerFiles()).toEqual(kept);
});

test('a damaged ledger file is named by the error, and nothing about the customer is kept', async () => {
  const request = chargeRequest();
  await simulator.create(request);
  const file = join(directory, `${request.chargeId}.json`);
  expect(await readFile(file, 'utf8')).not.toMatch(/52998224725|ana@example|Souza/);
  await writeFile(file, '{"chargeId":');
  const found = simulator.find({ chargeId: request.chargeId, gatewayChargeId: null });
  await expect(found).rejects.toThrow(`${request.chargeId}.json`);
  await expect(found).rejects.toHaveProperty('name', 'GatewayError');
});

test('settings no code can be made of stop the start, naming the cure', () => {
  const options = { directory, ...merchant, now: () => clock };
  expect(() => createSimulator({ ...options, merchantName: '光' })).toThrow(/BRAND_NAME/);
  expect(() => createSimulator({ ...options, pixKey: 'nonsense' })).toThrow(/pixKey/);
});

test('a refund is found by its own id and no other', async () => {
  const request = chargeRequest();
  await simulator.create(request);
  await simulator.pay(request.chargeId);
  const charge = { chargeId: request.chargeId, gatewayChargeId: null };
  await simulator.refund({ charge, refundId: 'r-1', amountCents: 500, reason: '' });
  const look = (refundId: string) => simulator.findRefund({ charge, refundId, gatewayRefundId: null });
  expect(await look('r-1')).toEqual({ ok: true, status: 'refunded', gatewayRefundId: 'r-1' });
  expect(await look('r-2')).toEqual({ ok: false, reason: 'not_found' });
});
