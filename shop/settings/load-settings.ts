import { isDeepStrictEqual } from 'node:util';
import type { Db } from '#db/client.server.ts';
import type { ShopSettings } from '#shop/context.ts';
import { readAgain } from '#shop/live/read-again.ts';
import type { Log } from '#shop/log.ts';
import { readSettings } from './read-settings.ts';
import type { SettingValues } from './setting-table.ts';

/**
 * The settings of this process, one object for its whole life: `reload` writes what was saved in the panel into it.
 * `fixed`: what only the environment says. `first`: what holds until it is saved in the panel.
 */
export async function loadSettings<Fixed extends { sealingKey: Buffer }>(
  db: Db,
  log: Log,
  { fixed, first }: { fixed: Fixed; first: SettingValues },
): Promise<{
  settings: Fixed & SettingValues & Pick<ShopSettings, 'revision'>;
  reload: () => Promise<void>;
}> {
  const settings = { ...fixed, ...first, revision: 0 };
  let current = first;
  const reload = readAgain(async () => {
    const { values, unreadable } = await readSettings(db, fixed.sealingKey);
    if (unreadable.length > 0) log.error('settings.unreadable', { keys: unreadable });
    const saved = { ...first, ...values };
    if (isDeepStrictEqual(saved, current)) return;
    current = saved;
    Object.assign(settings, saved);
    settings.revision++;
  });
  await reload();
  return { settings, reload };
}
