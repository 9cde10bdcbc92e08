import { setTimeout as sleep } from 'node:timers/promises';
import { askShop } from './shop-client.ts';
import type { Testimony } from './testimony.ts';
import type { World } from '../world/world.ts';

interface StaffOrder {
  id: string;
  status: string;
  order_items: { id: string; download_link: string | null }[];
}

export function linkFor(orderId: string, itemId: string): string {
  return `https://cofre.example/${orderId}/${itemId}`;
}

/** Sends the links of every paid order until told to stop; sometimes two members of staff at once. */
export async function workAsStaff(world: World, testimony: Testimony, stop: AbortSignal): Promise<void> {
  for (let round = 0; !stop.aborted; round++) {
    await sendAllLinks(world, testimony);
    await sleep(60);
  }
}

export async function sendAllLinks(world: World, testimony: Testimony): Promise<void> {
  const cookie = world.template.staffCookie;
  const list = await askShop(world, { path: '/api/admin/orders?status=pending', cookie });
  if (list?.status !== 200) return;
  for (const order of list.body as StaffOrder[]) {
    const links = Object.fromEntries(
      order.order_items
        .filter((item) => item.download_link === null)
        .map((item) => [item.id, linkFor(order.id, item.id)]),
    );
    const send = () =>
      askShop(world, { path: `/api/admin/orders/${order.id}/links`, cookie, json: { links } });
    if (world.schedule.staffTwice) world.count('links sent by two at once');
    const answers = await Promise.all(world.schedule.staffTwice ? [send(), send()] : [send()]);
    for (const answer of answers) {
      if (answer?.status === 200) testimony.linksTold.push(order.id);
    }
  }
}
