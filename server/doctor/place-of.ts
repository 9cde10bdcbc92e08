import { Resolver } from 'node:dns/promises';
import { VERSION } from '#shop/version.ts';
import { askRunningShop } from './ask-shop.ts';
import type { Place } from './check.ts';

/** What the command and the panel look at: the parts that these settings name. */
export function placeOf(env: Place['env']): Place {
  const place = {
    env,
    version: VERSION,
    now: () => new Date(),
    resolver: new Resolver({ timeout: 2_000, tries: 2 }),
  };
  return { ...place, running: askRunningShop(place, AbortSignal.timeout(5_000)) };
}
