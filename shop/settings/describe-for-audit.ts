import type { Seller, SettingKey, SettingValues } from './setting-table.ts';
import { showSetting } from './show-settings.ts';

const LONGEST = 200;

/**
 * A value for the log, which nobody can shorten later: secrets are masked, the seller is a name without document,
 * address and phone, mail addresses are counted, and a long text is its beginning and its length.
 */
export function describeForAudit(key: SettingKey, value: unknown): unknown {
  if (key === 'seller' && value !== null) return (value as Seller).name;
  if (key === 'alertEmails') return (value as string[]).length;
  if (key === 'pixGateways') {
    const { order, paused } = value as SettingValues['pixGateways'];
    return order.map((name) => (paused.includes(name) ? `${name} (parado)` : name)).join(', ');
  }
  const shown = showSetting(key, value);
  if (typeof shown !== 'string' || shown.length <= LONGEST) return shown;
  return `${shown.slice(0, LONGEST)}… (${shown.length} caracteres)`;
}
