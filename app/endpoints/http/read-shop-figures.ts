import { countAlarms } from '#shop/alerts/count-alarms.ts';
import { countAttentionByKind } from '#shop/attention/list-attention.ts';
import { readBackupState } from '#shop/backups/read-backup-state.ts';
import type { ShopContext } from '#shop/context.ts';
import { countWaiting } from '#shop/given-up/count-waiting.ts';
import { countGivenUp } from '#shop/given-up/list-given-up.ts';
import type { Sample } from '#shop/metrics/write-metrics.ts';
import { countOrders } from '#shop/orders/search/count-orders.ts';

/** What the database knows of the whole shop, for `/metrics`. */
export async function readShopFigures(shop: ShopContext): Promise<Sample[]> {
  const counts = await countOrders(shop);
  const givenUp = await countGivenUp(shop);
  const waiting = await countWaiting(shop);
  const backup = await readBackupState(shop);
  const alarms = await countAlarms(shop);
  const attention = Object.entries(await countAttentionByKind(shop));
  const now = shop.now().getTime();
  const age = (since: Date | null) => (since ? Math.max(0, Math.round((now - since.getTime()) / 1000)) : 0);
  return [
    ...counts.orders.map(({ status, count }): Sample => ({
      name: 'fulgor_orders',
      labels: { status },
      value: count,
    })),
    ...alarms.flatMap(({ kind, count, oldest }): Sample[] => [
      { name: 'fulgor_alarms', labels: { kind }, value: count },
      { name: 'fulgor_alarm_oldest_seconds', labels: { kind }, value: age(oldest) },
    ]),
    ...attention.flatMap(([kind, { count, oldest }]): Sample[] => [
      { name: 'fulgor_attention', labels: { kind }, value: count },
      { name: 'fulgor_attention_oldest_seconds', labels: { kind }, value: age(oldest) },
    ]),
    { name: 'fulgor_charges_open', value: counts.openCharges },
    { name: 'fulgor_charges_due', value: waiting.charges.due },
    { name: 'fulgor_charge_due_oldest_seconds', value: waiting.charges.oldestSeconds },
    { name: 'fulgor_webhooks_unprocessed', value: counts.unprocessedWebhooks },
    { name: 'fulgor_webhooks_failing', value: waiting.webhooks.failing },
    { name: 'fulgor_webhook_oldest_seconds', value: waiting.webhooks.oldestSeconds },
    { name: 'fulgor_given_up', labels: { kind: 'webhook' }, value: givenUp.webhook },
    { name: 'fulgor_given_up', labels: { kind: 'mail' }, value: givenUp.mail },
    ...waiting.queues.flatMap(({ queue, waiting, retrying, oldestSeconds }): Sample[] => [
      { name: 'fulgor_jobs_waiting', labels: { queue }, value: waiting },
      { name: 'fulgor_jobs_retrying', labels: { queue }, value: retrying },
      { name: 'fulgor_job_oldest_seconds', labels: { queue }, value: oldestSeconds },
    ]),
    ...(backup.lastAt ? [{ name: 'fulgor_backup_age_seconds', value: age(backup.lastAt) } as const] : []),
    { name: 'fulgor_backup_failing', value: backup.trouble ? 1 : 0 },
  ];
}
