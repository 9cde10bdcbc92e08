import { setTimeout as sleep } from 'node:timers/promises';
import { sql } from 'kysely';
import { carryOutRescues } from '#shop/accounts/rescue/carry-out-rescues.ts';
import { tellChannels } from '#shop/alerts/tell-channels.ts';
import { refreshCatalog } from '#shop/catalog/import/refresh-catalog.ts';
import { tellWishers } from '#shop/collection/wishes/tell-wishers.ts';
import type { OutwardContext } from '#shop/context.ts';
import { deliverHeld } from '#shop/delivery/desk/deliver-held.ts';
import { examineDueFiles } from '#shop/delivery/examining/examine-file.ts';
import { checkDueFiles } from '#shop/delivery/files/check-files.ts';
import { releaseOrders } from '#shop/delivery/patch/release-orders.ts';
import { watchVersion } from '#shop/delivery/patch/watch-version.ts';
import { tellOwners } from '#shop/delivery/patch/tell-owners.ts';
import { keepGifts } from '#shop/gifts/keep-gifts.ts';
import { collectGivenUpMails } from '#shop/given-up/collect-given-up-mails.ts';
import { fetchLists } from '#shop/ledger/reconciliation/fetch-lists.ts';
import { preparePictures } from '#shop/media/prepare-pictures.ts';
import { runImports } from '#shop/moving/run-import.ts';
import { countSoldSkins } from '#shop/numbers/count-sold-skins.ts';
import { digestTaxIds } from '#shop/orders/search/digest-tax-ids.ts';
import { tellDueOrders } from '#shop/orders/tell-due-orders.ts';
import { remindUnpaidOrders } from '#shop/payments/charges/remind-unpaid-orders.ts';
import { sendDeliveries } from '#shop/programs/webhooks/send-deliveries.ts';
import { sweepCharges } from '#shop/payments/charges/sweep-charges.ts';
import { sweepDisputes } from '#shop/payments/charges/sweep-disputes.ts';
import { sweepPayments } from '#shop/payments/money/sweep-payments.ts';
import { probeProviders } from '#shop/payments/providers/failing-providers.ts';
import { tellStaffDevices } from '#shop/push/tell-staff-devices.ts';
import { refundPreorders } from '#shop/preorders/refund-preorders.ts';
import { sweepRefunds } from '#shop/refunds/sweep-refunds.ts';
import { forgetOld } from '#shop/retention/forget-old.ts';
import { askForReviews } from '#shop/reviews/ask-for-reviews.ts';
import type { Job } from './job.ts';

/** For this long after a start, the shop and its first visitor have the machine to themselves. */
const FIRST_PICTURES_AFTER_SECONDS = 60;
/** A host of many links is asked one link a second. What is left waits for the next run. */
const LONGEST_CHECK_MS = 15 * 60 * 1000;

const MOST_LOG_BYTES = 256 * 1024 * 1024;

const exclusive = { policy: 'exclusive' } as const;

/** What the shop does by itself, at its hours or without end. */
export const timedJobs: Job[] = [
  { name: 'collect-given-up', schedule: '* * * * *', run: (ctx) => collectGivenUpMails(ctx) },
  {
    name: 'send-alerts',
    // Of fifteen promised minutes, few may pass unseen.
    everySeconds: 15,
    async run(ctx) {
      await tellChannels(ctx);
      await tellStaffDevices(ctx);
    },
  },
  // A buyer waits for these two, and in the second for a file that may become ready at several places. Mostly they read
  // an empty table.
  { name: 'deliver-held', everySeconds: 5, run: (ctx) => deliverHeld(ctx) },
  { name: 'release-orders', everySeconds: 5, run: (ctx) => releaseOrders(ctx) },
  // Mostly it reads an empty index. A file that was just put in does not wait for it.
  {
    name: 'examine-files',
    everySeconds: 5,
    run: (ctx, _data, _jobId, signal) => examineDueFiles(ctx, signal),
  },
  { name: 'tell-wishers', everySeconds: 15, run: (ctx) => tellWishers(ctx) },
  { name: 'watch-version', everySeconds: 15, run: (ctx) => watchVersion(ctx) },
  { name: 'refund-preorders', everySeconds: 15, run: (ctx) => refundPreorders(ctx) },
  // Ninety days are over at any hour.
  { name: 'keep-gifts', schedule: '25 * * * *', run: (ctx) => keepGifts(ctx) },
  // A program waits for it, as its owner does for the program.
  { name: 'send-webhooks', everySeconds: 1, run: (ctx) => sendDeliveries(ctx) },
  { name: 'tell-due-orders', everySeconds: 15, run: (ctx) => tellDueOrders(ctx) },
  { name: 'tell-owners', everySeconds: 15, run: (ctx) => tellOwners(ctx) },
  { name: 'ask-for-reviews', schedule: '33 * * * *', queue: exclusive, run: (ctx) => askForReviews(ctx) },
  {
    name: 'check-files',
    // Each file once a day; one that failed is asked again after an hour.
    schedule: '7,27,47 * * * *',
    queue: { ...exclusive, expireInSeconds: 3600 },
    run(ctx, _data, _jobId, signal) {
      const overdue = AbortSignal.timeout(LONGEST_CHECK_MS);
      return checkDueFiles(ctx, { signal: signal ? AbortSignal.any([signal, overdue]) : overdue });
    },
  },
  // Mostly it reads an empty table. A shop that was killed goes on here.
  { name: 'run-imports', everySeconds: 3, run: (ctx, _data, _jobId, signal) => runImports(ctx, signal) },
  // Faster than cron's minute: a buyer may be waiting on the payment page.
  { name: 'sweep-charges', everySeconds: 5, run: (ctx) => sweepCharges(ctx) },
  // Mostly it reads an empty table.
  { name: 'probe-providers', everySeconds: 5, run: (ctx) => probeProviders(ctx) },
  { name: 'sweep-payments', schedule: '*/2 * * * *', run: (ctx) => sweepPayments(ctx, { hours: 1 }) },
  // Finds payments from a time when the shop or the bank was down for longer than the frequent sweep looks back.
  { name: 'sweep-older-payments', schedule: '17 * * * *', run: (ctx) => sweepPayments(ctx, { hours: 48 }) },
  // A day is read soon after it is over, and again as it grows old.
  {
    name: 'fetch-lists',
    schedule: '40 * * * *',
    queue: { ...exclusive, expireInSeconds: 3600 },
    run: (ctx) => fetchLists(ctx),
  },
  { name: 'sweep-refunds', schedule: '* * * * *', queue: exclusive, run: (ctx) => sweepRefunds(ctx) },
  { name: 'sweep-disputes', schedule: '20 * * * *', queue: exclusive, run: (ctx) => sweepDisputes(ctx) },
  { name: 'remind-unpaid', everySeconds: 15, run: (ctx) => remindUnpaidOrders(ctx) },
  // A day is promised, so five minutes more are nothing.
  {
    name: 'carry-out-rescues',
    schedule: '*/5 * * * *',
    queue: exclusive,
    run: (ctx) => carryOutRescues(ctx),
  },
  // More often than the hour at which a real catalogue is looked at: a demonstration one should not last.
  { name: 'refresh-catalog', schedule: '*/5 * * * *', run: (ctx) => refreshCatalog(ctx) },
  {
    name: 'prepare-pictures',
    // Only the leader runs it, one run after the other: two at once would make the same pictures twice.
    everySeconds: 300,
    async run(ctx, _data, _jobId, signal: AbortSignal) {
      const waitSeconds = Math.max(0, FIRST_PICTURES_AFTER_SECONDS - process.uptime());
      await sleep(waitSeconds * 1000, undefined, { signal }).catch(() => {});
      if (!signal.aborted) await preparePictures(ctx, signal);
    },
  },
  // 20,000 orders a minute: a shop with a million of them is done in an hour.
  { name: 'digest-tax-ids', schedule: '* * * * *', queue: exclusive, run: (ctx) => digestTaxIds(ctx) },
  // Mostly there is nothing to do. The first run of a shop that has sold for years takes a minute.
  { name: 'count-sold-skins', schedule: '15 * * * *', queue: exclusive, run: (ctx) => countSoldSkins(ctx) },
  {
    name: 'forget-old',
    // 04:00 in São Paulo, before the vacuum that clears up after it.
    schedule: '0 7 * * *',
    isMadeUp: true,
    // The first night of a shop that has grown for years takes minutes.
    queue: { ...exclusive, expireInSeconds: 3600 },
    run: (ctx) => forgetOld(ctx),
  },
  // 04:30 in São Paulo.
  { name: 'vacuum', schedule: '30 7 * * *', run: (ctx) => vacuum(ctx) },
  {
    name: 'make-backup',
    // 05:00 in São Paulo, when the vacuum is done.
    schedule: '0 8 * * *',
    isMadeUp: true,
    queue: { ...exclusive, expireInSeconds: 4 * 3600 },
    run: async (ctx) => ctx.makeBackup?.(),
  },
];

/**
 * The embedded database has no autovacuum and no checkpointer: without this, dead rows and its log pile up and plans go
 * stale.
 */
export async function vacuum(
  { db }: Pick<OutwardContext, 'db'>,
  { mostLogBytes = MOST_LOG_BYTES } = {},
): Promise<void> {
  const { rows } = await sql<{ version: string }>`select version()`.execute(db);
  // A PostgreSQL server cleans up after itself. The embedded one names the compiler that made it.
  if (!rows[0]?.version.includes('emscripten')) return;
  await sql`vacuum analyze`.execute(db);
  // Rarely: until the system has written the pages that it cuts the log by, a power cut needs the backup
  // (db/sync-write-ahead-log.server.ts).
  const { rows: log } = await sql<{
    bytes: number;
  }>`select sum(size)::bigint as bytes from pg_ls_waldir()`.execute(db);
  if ((log[0]?.bytes ?? 0) > mostLogBytes) await sql`checkpoint`.execute(db);
}
