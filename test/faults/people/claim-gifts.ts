import { askShop } from './shop-client.ts';
import type { Testimony } from './testimony.ts';
import type { World } from '../world/world.ts';

const ADDRESS = /\/presente\/([\w-]{22})/;

/** Two people who both have the address of a gift press 'Abrir' twice each, all at once, until one is told it is theirs. */
export async function claimGifts(world: World, testimony: Testimony): Promise<void> {
  const { customers } = world.template;
  const two = customers
    .map((_, number) => number)
    .filter((number) => !world.schedule.deletes.includes(number))
    .slice(0, 2);
  const tokens = new Set(world.mail.received.flatMap(({ text }) => text.match(ADDRESS)?.[1] ?? []));
  for (const token of tokens) {
    if (testimony.gifts.some((gift) => gift.token === token)) continue;
    world.count('gift opened by two at once');
    await Promise.all(
      [...two, ...two].map(async (customer) => {
        const answer = await askShop(world, {
          path: `/api/gifts/${token}/claim`,
          cookie: customers[customer]?.cookie ?? '',
          json: {},
        });
        if (answer?.status === 200) testimony.gifts.push({ token, customer });
      }),
    );
  }
}
