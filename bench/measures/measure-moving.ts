import { once } from 'node:events';
import { createWriteStream, openAsBlob } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ask, signInPerson, type Person } from '../../test/e2e/authorization/resources.ts';
import { startStockedShop, type RunningShop } from '../../test/e2e/shop.ts';
import { residentMegabytes } from '../load/cpu-time.ts';
import type { Measure, Row, Size } from './measure.ts';

const GOAL_MEGABYTES = 128;
const GOAL_LARGE_MEGABYTES = 64;
const GOAL_ORDERS_A_SECOND = 200;

/** How long the shop takes for the orders of another one, and how much more memory meanwhile. */
export const measureMoving: Measure = {
  name: 'moving',
  needsStock: true,
  async run(size: Size): Promise<Row[]> {
    const orders = size === 'full' ? 20_000 : 200;
    const shop = await startStockedShop('embedded');
    try {
      const staff = await signInPerson(shop, shop.staff);
      const names = await listNames(shop, staff);
      // The first loads what every file needs.
      await moveIn(shop, staff, forge(names, 1, 10));
      const before = residentMegabytes(shop.pid);
      let most = before;
      const watch = setInterval(() => (most = Math.max(most, residentMegabytes(shop.pid))), 50);
      const { checkSeconds, runSeconds, created } = await moveIn(shop, staff, forge(names, 1000, orders));
      clearInterval(watch);
      const seconds = checkSeconds + runSeconds;
      const large = await sendLarge(shop, staff, size === 'full' ? 195 : 5);
      const tooLarge = await sendLarge(shop, staff, size === 'full' ? 600 : 203);
      return [
        {
          figure: `${orders} orders of another shop are looked into and brought in, embedded`,
          goal: `≥ ${GOAL_ORDERS_A_SECOND} orders/s`,
          ratio: '–',
          absolute: `${(orders / seconds).toFixed(0)} orders/s: ${checkSeconds.toFixed(1)} s and ${runSeconds.toFixed(1)} s`,
          isMet: created === orders && (size === 'short' || orders / seconds >= GOAL_ORDERS_A_SECOND),
        },
        {
          figure: 'memory meanwhile',
          goal: `≤ ${GOAL_MEGABYTES} MB more`,
          ratio: '–',
          absolute: `${(most - before).toFixed(0)} MB`,
          isMet: most - before <= GOAL_MEGABYTES,
        },
        {
          figure: `memory while a file of ${large.megabytes} MB is looked into`,
          goal: `≤ ${GOAL_LARGE_MEGABYTES} MB more`,
          ratio: '–',
          absolute: `${large.more.toFixed(0)} MB`,
          isMet: large.status === 201 && large.more <= GOAL_LARGE_MEGABYTES,
        },
        {
          figure: `memory while a file of ${tooLarge.megabytes} MB is refused`,
          goal: `≤ ${GOAL_LARGE_MEGABYTES} MB more`,
          ratio: '–',
          absolute: `${tooLarge.more.toFixed(0)} MB, ${tooLarge.status}: ${tooLarge.message}`,
          isMet: tooLarge.status === 413 && tooLarge.more <= GOAL_LARGE_MEGABYTES,
        },
      ];
    } finally {
      await shop.stop();
    }
  },
};

async function listNames(shop: RunningShop, staff: Person): Promise<string[]> {
  const answer = await ask(shop, staff, '/api/admin/skins?q=a');
  const { skins } = (await answer.json()) as { skins: { name: string }[] };
  return skins.map(({ name }) => name);
}

/** As Nuvemshop writes it: a line for each item, semicolons, Windows-1252. */
function forge(names: readonly string[], first: number, count: number): Buffer {
  const lines = Array.from({ length: count }, (_, n) => {
    const name = names[n % names.length] ?? '';
    return `${first + n};comprador${first + (n >> 1)}@exemplo.com;${1 + (n % 28)}/10/2026 12:00:00;Aberto;Confirmado;15,00;0,00;15,00;José Nº ${n};${name};15,00;1`;
  });
  const header =
    'Número do Pedido;E-mail;Data;Status do Pedido;Status do Pagamento;Subtotal;Desconto;Total;Nome do comprador;Nome do Produto;Valor do Produto;Quantidade Comprada';
  return Buffer.from([header, ...lines, ''].join('\r\n'), 'latin1');
}

async function moveIn(shop: RunningShop, staff: Person, file: Buffer) {
  const begun = performance.now();
  const body = new FormData();
  body.set('file', new File([new Uint8Array(file)], 'vendas.csv', { type: 'text/csv' }));
  const checked = (await read(await ask(shop, staff, '/api/admin/imports', { method: 'POST', body }))) as {
    id: string;
    kind: string;
  };
  if (checked.kind !== 'nuvemshop_orders') throw new Error(`The shop takes it for ${checked.kind}.`);
  const checkedAt = performance.now();
  await read(await ask(shop, staff, `/api/admin/imports/${checked.id}/run`, { method: 'POST' }));
  for (;;) {
    const shown = (await read(await ask(shop, staff, `/api/admin/imports/${checked.id}`))) as {
      state: string;
      created: { orders: number };
    };
    if (shown.state === 'done') {
      return {
        checkSeconds: (checkedAt - begun) / 1000,
        runSeconds: (performance.now() - checkedAt) / 1000,
        created: shown.created.orders,
      };
    }
    if (shown.state !== 'running') throw new Error(`The import is ${shown.state}.`);
    await new Promise((done) => setTimeout(done, 200));
  }
}

/** A file with a long text in each row, of which the shop keeps nothing. */
async function sendLarge(shop: RunningShop, staff: Person, megabytes: number) {
  const folder = await mkdtemp(join(tmpdir(), 'fulgor-moving-'));
  const path = join(folder, 'vendas.csv');
  const text = 'x'.repeat(20_000);
  const rows = Math.floor((megabytes * 1024 * 1024) / (text.length + 60));
  const sheet = createWriteStream(path);
  sheet.write('Número do Pedido;E-mail;Status do Pagamento;Nome do Produto;Observação\n');
  for (let n = 0; n < rows; n++)
    if (!sheet.write(`9${n};grande${n}@exemplo.com;Confirmado;Sem nome;${text}\n`))
      await once(sheet, 'drain');
  await new Promise((done) => sheet.end(() => done(null)));
  const body = new FormData();
  body.set('file', await openAsBlob(path), 'vendas.csv');
  const before = residentMegabytes(shop.pid);
  let most = before;
  const watch = setInterval(() => (most = Math.max(most, residentMegabytes(shop.pid))), 50);
  const answer = await ask(shop, staff, '/api/admin/imports', { method: 'POST', body });
  const said = (await answer.json()) as { error?: { message: string } };
  clearInterval(watch);
  await rm(folder, { recursive: true });
  return { megabytes, status: answer.status, message: said.error?.message ?? '', more: most - before };
}

async function read(answer: Response): Promise<unknown> {
  if (!answer.ok) throw new Error(`${answer.url}: ${answer.status} ${(await answer.text()).slice(0, 300)}`);
  return answer.json();
}
