import { setTimeout as sleep } from 'node:timers/promises';
import type { Silence } from './schedule.ts';
import type { World } from '../world/world.ts';

/**
 * More than all time limits together that one request may meet, on a busy machine; they run ten times faster here.
 */
const BOUND_MS = 20_000;
/** One process: ten in the pool, one that listens, one that elects the leader. */
const MAX_CONNECTIONS = 12;

/** Makes one neighbour stop answering for a while, and checks that the shop still answers its visitors. */
export async function fallSilent(world: World, { whose, atMs, lastsMs }: Silence): Promise<void> {
  await sleep(atMs);
  if (world.isOver()) return;
  world.count(`silence of the ${whose}`);
  const gate = world.gates[whose];
  gate.shut();
  const asked = askAll(world);
  await sleep(lastsMs);
  gate.open();
  await asked;
}

/**
 * A page that needs nothing, one that reads the database, a program that does, and a picture that is kept elsewhere.
 */
async function askAll(world: World): Promise<void> {
  const shop = world.anyShop();
  if (!shop) return;
  const [skin] = world.template.plain;
  const picture = skin ? [`/img/${skin.championId}_${skin.skinNum}?w=330`] : [];
  await Promise.all(
    ['/healthz', '/readyz', '/loja', '/api/orders', ...picture].map(async (path) => {
      try {
        const answer = await fetch(shop.url + path, { signal: AbortSignal.timeout(BOUND_MS) });
        const text = await answer.text();
        if (answer.status === 500)
          world.sightings.push(`${path} answered 500 in a silence: ${text.slice(0, 200)}`);
      } catch (error) {
        // A process that was killed meanwhile answers nobody.
        if ((error as Error).name === 'TimeoutError' && shop.isAlive())
          world.sightings.push(`${path} was not answered within ${BOUND_MS} ms of a silence`);
      }
    }),
  );
}

/** Whatever happened, no connection is left behind at the server. One that is just being closed is none. */
export async function countLeaks(world: World): Promise<string[]> {
  if (!world.postgres) return [];
  const most = world.schedule.processes * MAX_CONNECTIONS;
  for (let tries = 1; ; tries++) {
    const open = await world.postgres.query<{ what: string }>(
      `select concat_ws(' ', application_name, state, now() - state_change, left(query, 60)) as what
       from pg_stat_activity where datname = current_database() and application_name like 'fulgor%'`,
    );
    if (open.length <= most) return [];
    const told = open.map(({ what }) => what).join('; ');
    if (tries === 10)
      return [`${open.length} connections are open at the database, not ${most} at most: ${told}`];
    await sleep(500);
  }
}
