import { createRandom, type Random } from './random.ts';
import type {
  Disturbance,
  Intent,
  KillOrder,
  PaymentPlan,
  Schedule,
  Silence,
  WebhookPlan,
} from './schedule.ts';
import type { DatabaseKind, ShopTemplate, SkinName } from '../world/shop-template.ts';

const INTENTS = 10;
const GIFTS = 2;
/** More than there are keys. */
const KEY_BUYERS = 4;
/** About as many moments as a purchase has, from the order's row to the code. */
const MAX_WORK = 16;

/** The moments at which a failure does most harm. Repeated entries are drawn more often. */
const SQL_KILLS = [
  'begin',
  'lock row',
  'insert orders',
  'insert orders',
  'insert charges',
  'update charges',
  'update orders',
  'insert grants',
  'insert webhook_events',
  'update webhook_events',
  'update grants',
  'insert audit_log',
  'jobs send',
  'jobs claim',
  'jobs complete',
  'notify',
  'read',
  'commit payment',
  'commit payment',
  'commit payment',
  'commit links',
  'commit charge',
].flatMap((name) => [`sql ${name}:before`, `sql ${name}:after`]);
const BANK_KILLS = [
  'create:received',
  'create:applied',
  'create:answered',
  'check:received',
  'check:applied',
  'check:answered',
].map((name) => `bank ${name}`);
const MAIL_KILLS = ['mail:received', 'mail:accepted'];
const WEBHOOK_KILLS = ['webhook:sent', 'webhook:answered'];

export function drawSchedule(
  seed: number,
  number: number,
  options: {
    database: DatabaseKind;
    gateway: string;
    killsEach: number;
    template: Pick<ShopTemplate, 'customers' | 'linked' | 'plain' | 'keyed'>;
    canRestart: boolean;
  },
): Schedule {
  const random = createRandom(seed, number);
  const isPostgres = options.database === 'postgres';
  const processes = isPostgres && random.chance(0.4) ? 2 : 1;
  const intents = [
    ...drawIntents(random, options.template),
    ...drawGifts(createRandom(seed, number, 'gifts'), options.template),
    ...drawKeyBuyers(createRandom(seed, number, 'keys'), options.template),
  ];
  return {
    seed,
    number,
    database: options.database,
    gateway: options.gateway,
    processes,
    intents,
    kills: Array.from({ length: processes }, (_, slot) => {
      const patience = createRandom(seed, number, 'patience', slot);
      return Array.from({ length: Math.ceil(options.killsEach / processes) }, () =>
        drawKill(random, isPostgres, patience.whole(1, MAX_WORK)),
      );
    }),
    disturbances: [
      ...Array.from({ length: isPostgres ? random.whole(14, 24) : 0 }, () => drawDisturbance(random)),
      ...(isPostgres ? everyTime(number) : []),
    ],
    restartsAtMs: options.canRestart && random.chance(0.06) ? [random.whole(300, 4000)] : [],
    silences: drawSilences(createRandom(seed, number, 'silences'), number, isPostgres),
    staffTwice: random.chance(0.6),
    forges: random.chance(0.5),
    snoops: random.chance(0.4),
    deletes: random.chance(0.4) ? [random.whole(0, options.template.customers.length - 1)] : [],
  };
}

function drawIntents(
  random: Random,
  { customers, linked, plain }: Pick<ShopTemplate, 'customers' | 'linked' | 'plain'>,
): Intent[] {
  const skins = random.shuffle(plain.slice(0, -GIFTS)).slice(0, 30);
  // Few customers and few skins: purchases must meet each other.
  const shared = skins.slice(0, 3);
  return Array.from({ length: INTENTS }, (_, number) => {
    const basket: SkinName[] = [skins[3 + number] as SkinName];
    if (random.chance(0.4)) basket.push(random.pick(linked));
    if (random.chance(0.3)) basket.push(random.pick(shared));
    if (random.chance(0.2)) basket.shift();
    const isFree = random.chance(0.08) || basket.length === 0;
    return {
      number,
      customer: random.whole(0, Math.min(6, customers.length) - 1),
      skins: isFree ? [] : basket.map(({ championId, skinNum }) => ({ championId, skinNum })),
      freeCents: isFree ? random.whole(100, 9999) + number : null,
      hasKey: random.chance(0.75),
      clicks: random.pick([1, 1, 2, 3]),
      tampers: random.chance(0.25) ? random.pick(['price', 'amount', 'negative'] as const) : null,
      payment: random.pick<PaymentPlan>([
        'once',
        'once',
        'once',
        'once',
        'late',
        'revived',
        'twice',
        'twice',
        'short',
        'over',
        'never',
      ]),
      webhook: drawWebhook(random),
      giftFor: null,
      asks: random.chance(0.4),
    };
  });
}

/** Of skins that nobody else buys: a gift of a skin that its receiver has is not this harness's question. */
function drawGifts(
  random: Random,
  { customers, plain }: Pick<ShopTemplate, 'customers' | 'plain'>,
): Intent[] {
  return Array.from({ length: GIFTS }, (_, gift) => ({
    number: INTENTS + gift,
    customer: random.whole(0, Math.min(6, customers.length) - 1),
    skins: [plain.at(-1 - gift) as SkinName],
    freeCents: null,
    hasKey: random.chance(0.75),
    clicks: random.pick([1, 2]),
    tampers: null,
    payment: random.pick<PaymentPlan>(['once', 'once', 'late', 'revived', 'twice', 'over']),
    webhook: drawWebhook(random),
    giftFor: `presente-${gift}@faults.test`,
    asks: random.chance(0.4),
  }));
}

/** Each another person, who want the last keys at the same moment. */
function drawKeyBuyers(random: Random, { keyed }: Pick<ShopTemplate, 'keyed'>): Intent[] {
  return Array.from({ length: KEY_BUYERS }, (_, buyer) => ({
    number: INTENTS + GIFTS + buyer,
    customer: buyer,
    skins: [keyed],
    freeCents: null,
    hasKey: random.chance(0.75),
    clicks: random.pick([1, 2]),
    tampers: null,
    payment: random.pick<PaymentPlan>(['once', 'once', 'once', 'late', 'twice']),
    webhook: drawWebhook(random),
    giftFor: null,
    asks: random.chance(0.6),
  }));
}

function drawWebhook(random: Random): WebhookPlan {
  const copies = random.pick([0, 0, 1, 1, 1, 2, 4]);
  return {
    copies,
    delaysMs: Array.from({ length: copies }, () => random.pick([0, 0, 5, 40, 250])),
    isRepeated: random.chance(0.6),
  };
}

/** One of each neighbour in turn, from two of the shop's seconds to a minute; the longest outlast every time-out. */
function drawSilences(random: Random, number: number, isPostgres: boolean): Silence[] {
  const all: Silence['whose'][] = isPostgres
    ? ['database', 'gateway', 'mail', 'storage']
    : ['gateway', 'mail', 'storage'];
  const first = all[number % all.length] as Silence['whose'];
  const whose = random.chance(0.4) ? [first, random.pick(all)] : [first];
  return whose.map((each) => ({
    whose: each,
    atMs: random.whole(200, 2_500),
    lastsMs: random.pick([200, 600, 1_500, 3_000, 6_000]),
  }));
}

function drawKill(random: Random, isPostgres: boolean, orAtWork: number): KillOrder {
  const where = random.next();
  if (where < 0.2) return { afterStartMs: random.whole(20, isPostgres ? 420 : 900) };
  if (where < 0.3) return { afterStartMs: random.whole(420, 900) + (isPostgres ? 0 : 700) };
  if (where < 0.42) return { moment: random.pick(BANK_KILLS), nth: random.whole(1, 2), orAtWork };
  if (where < 0.48) return { moment: random.pick(WEBHOOK_KILLS), nth: random.whole(1, 2), orAtWork };
  if (where < 0.53) return { moment: random.pick(MAIL_KILLS), nth: 1, orAtWork };
  return isPostgres
    ? { moment: random.pick(SQL_KILLS), nth: random.whole(1, 3), orAtWork }
    : {
        moment: random.pick([...BANK_KILLS, ...WEBHOOK_KILLS, ...MAIL_KILLS]),
        nth: random.whole(1, 3),
        orAtWork,
      };
}

/**
 * Too rare to be left to chance: webhooks that cannot be stored, or are stored and not yet worked off when somebody
 * asks, and a mail that the server will not take yet.
 */
function everyTime(number: number): Disturbance[] {
  return [
    ...[1, 1, 1].map((nth): Disturbance => ({
      moment: 'sql update webhook_events:before',
      nth,
      what: 'cut',
    })),
    { moment: 'sql insert webhook_events:before', nth: 1 + (number % 3), what: 'cut' },
    { moment: 'mail:received', nth: 1 + (number % 2), what: 'status', status: 451 },
  ];
}

function drawDisturbance(random: Random): Disturbance {
  const where = random.next();
  const nth = random.whole(1, 4);
  if (where < 0.5) {
    const moment = random.pick(SQL_KILLS);
    return random.chance(0.75)
      ? { moment, nth, what: 'cut' }
      : { moment, nth, what: 'delay', ms: random.whole(5, 120) };
  }
  if (where < 0.9) {
    const call = random.pick(['create', 'create', 'check']);
    const moment = `bank ${call}:${random.pick(['received', 'applied'])}`;
    const what = random.pick(['cut', 'delay', 'status', 'garbage', 'silence'] as const);
    if (what === 'delay') return { moment, nth, what, ms: random.whole(20, 300) };
    if (what === 'status') return { moment, nth, what, status: random.pick([500, 502, 503, 429]) };
    // There is nothing to garble yet when the call has only arrived.
    return { moment: what === 'garbage' ? `bank ${call}:applied` : moment, nth, what };
  }
  const what = random.pick(['cut', 'delay', 'status'] as const);
  const moment = what === 'status' ? 'mail:received' : random.pick(MAIL_KILLS);
  if (what === 'delay') return { moment, nth: 1, what, ms: random.whole(10, 100) };
  return what === 'status' ? { moment, nth: 1, what, status: 451 } : { moment, nth: 1, what };
}
