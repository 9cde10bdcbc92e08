import { randomUUID } from 'node:crypto';
import pg from 'pg';
import { createPostgresDatabase, startShop } from '../../test/e2e/shop.ts';
import { cpuSeconds } from '../load/cpu-time.ts';
import type { Measure, Row, Size } from './measure.ts';
import { prepareBuyers, type Buyer } from '../load/prepare-buyers.ts';
import { sendEachOnce } from '../load/send-each-once.ts';
import { startChild } from '../load/start-child.ts';

const AUTH_SECRET = 'um-segredo-fixo-para-as-medidas-desta-loja';
const BUYERS = 400;

/** `create-pix-payment` as the payment page calls it, against a gateway that answers at once. */
export const measureCheckout: Measure = { name: 'checkout', run };

async function run(size: Size): Promise<Row[]> {
  const seconds = size === 'full' ? 8 : 1;
  const gateway = await startChild('instant-gateway.ts');
  const url = await createPostgresDatabase();
  const shop = await startShop('postgres', {
    DATABASE_URL: url,
    AUTH_SECRET,
    PIX_GATEWAY: 'abacatepay',
    ABACATEPAY_URL: gateway.firstLine,
    ABACATEPAY_API_KEY: 'medida',
    ABACATEPAY_WEBHOOK_SECRET: 'segredo-do-webhook-de-medida',
    // The demonstration catalogue, at once: nobody listens there.
    CATALOG_URL: 'http://127.0.0.1:9',
    LOG_LEVEL: 'info',
    ...(process.env.SHOP_NODE_OPTIONS ? { NODE_OPTIONS: process.env.SHOP_NODE_OPTIONS } : {}),
  });
  const database = new pg.Client({ connectionString: url });
  await database.connect();
  try {
    const buyers = await prepareBuyers(url, AUTH_SECRET, BUYERS);
    const skus = await readSkus(database);
    const write = createWriter(shop.url, buyers, skus);
    const send = (connections: number, most: number, forSeconds: number) =>
      sendEachOnce({
        host: new URL(shop.url).hostname,
        port: Number(new URL(shop.url).port),
        connections,
        seconds: forSeconds,
        requests: Array.from({ length: most }, write),
      });
    await send(16, size === 'full' ? 2_000 : 100, 4);

    const floor = async () => {
      const child = await startChild(
        'insert-orders.ts',
        url,
        String(seconds / 2),
        buyers.map(({ id }) => id).join(','),
      );
      return (JSON.parse(child.firstLine) as { perSecond: number }).perSecond;
    };
    const floorBefore = await floor();
    const shopBefore = cpuSeconds(shop.pid);
    const databaseBefore = await databaseCpuSeconds(database);
    const at16 = await send(16, 1_500 * seconds, seconds);
    const databaseCpu = (await databaseCpuSeconds(database)) - databaseBefore;
    const shopCpu = cpuSeconds(shop.pid) - shopBefore;
    const bare = (floorBefore + (await floor())) / 2;
    const at64 = await send(64, 750 * seconds, seconds / 2);

    const ratio = at16.perSecond / bare;
    const perOrder = (cpu: number) => `${((cpu / at16.answered) * 1000).toFixed(2)} ms`;
    const failures = [...Object.entries(at16.failures), ...Object.entries(at64.failures)];
    return [
      {
        figure: 'checkout, 16 at once, against bare inserts of its rows',
        goal: '–',
        ratio: ratio.toFixed(2),
        absolute: `${Math.round(at16.perSecond)}/s of ${Math.round(bare)}/s; CPU per order: shop ${perOrder(shopCpu)}, database ${perOrder(databaseCpu)}`,
        isMet: true,
      },
      {
        figure: 'checkout, 16 at once',
        goal: '≥ 300/s',
        ratio: '–',
        absolute: `${Math.round(at16.perSecond)}/s`,
        isMet: at16.perSecond >= 300,
      },
      {
        figure: 'checkout p99, 16 at once',
        goal: '≤ 100 ms',
        ratio: '–',
        absolute: `${at16.p99Ms.toFixed(0)} ms (p50 ${at16.p50Ms.toFixed(0)} ms; 64 at once: ${at64.p99Ms.toFixed(0)} ms, ${Math.round(at64.perSecond)}/s)`,
        isMet: at16.p99Ms <= 100,
      },
      {
        figure: 'checkouts that failed at 16 and at 64 at once',
        goal: '0',
        ratio: '–',
        absolute:
          failures.length === 0
            ? `0 of ${at16.answered + at64.answered}`
            : failures.map(([what, count]) => `${count} × ${what}`).join(', '),
        isMet: failures.length === 0,
      },
    ];
  } finally {
    await database.end();
    await shop.stop();
    await gateway.stop();
  }
}

async function readSkus(database: pg.Client): Promise<string[]> {
  const { rows } = await database.query<{ sku: string }>('select sku from skins order by 1');
  return rows.map(({ sku }) => sku);
}

/** A purchase that nobody has made yet: the buyers take turns, and each takes the skins one after the other. */
function createWriter(origin: string, buyers: Buyer[], skus: string[]): () => string {
  let n = 0;
  return () => {
    const buyer = buyers[n % buyers.length] as Buyer;
    const sku = skus[Math.floor(n / buyers.length)];
    n++;
    if (!sku) throw new Error('More purchases than the catalogue has skins for.');
    const body = JSON.stringify({
      amount: 15,
      description: 'Skin de medida',
      cartItems: [{ sku, price: 15 }],
      customer: {
        name: 'Bruna Medida',
        email: 'bruna@medida.test',
        cellphone: '(11) 98765-4321',
        taxId: '529.982.247-25',
      },
      metadata: {},
    });
    return [
      'POST /api/create-pix-payment HTTP/1.1',
      `Host: ${new URL(origin).host}`,
      `Origin: ${origin}`,
      'Content-Type: application/json',
      `Content-Length: ${Buffer.byteLength(body)}`,
      'Accept: */*',
      'Accept-Encoding: gzip, deflate, br, zstd',
      'User-Agent: Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/150.0.0.0 Safari/537.36',
      `Cookie: ${buyer.cookie}`,
      `X-Forwarded-For: ${buyer.address}`,
      `Idempotency-Key: ${randomUUID()}`,
      '',
      body,
    ].join('\r\n');
  };
}

/** What the shop's backends have used so far. Zero where the database runs on another machine. */
async function databaseCpuSeconds(database: pg.Client): Promise<number> {
  const { rows } = await database.query<{ pid: number }>(
    `select pid from pg_stat_activity where datname = current_database() and application_name like 'fulgor%'`,
  );
  return rows.reduce((sum, { pid }) => {
    try {
      return sum + cpuSeconds(pid);
    } catch {
      return sum;
    }
  }, 0);
}
