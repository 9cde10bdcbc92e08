import { askShop } from '../people/shop-client.ts';
import { sendAllLinks } from '../people/staff.ts';
import type { Drill } from './open-drill.ts';
import { until } from './until.ts';

type Sold = Pick<Drill, 'world' | 'testimony'>;

const CONFIRMED = /Pagamento confirmado/;
const DELIVERED = /cheg(?:ou|aram)!|foi concluído/;

/** Until each order that a buyer was told of has both its mails. */
export async function untilMailed({ world, testimony }: Sold): Promise<void> {
  const isTold = (orderId: string, words: RegExp) =>
    world.mail.received.some(({ subject }) => subject.includes(orderId.slice(0, 8)) && words.test(subject));
  await until(async () => {
    await sendAllLinks(world, testimony);
    return testimony.ordersTold.every(
      ({ orderId }) => isTold(orderId, CONFIRMED) && isTold(orderId, DELIVERED),
    );
  });
}

/** Until no order waits for money or for its skin. `except`: orders that wait for good. */
export async function untilNothingWaits(
  { world, testimony }: Sold,
  except: ReadonlySet<string | null> = new Set(),
): Promise<void> {
  const cookie = world.template.staffCookie;
  const isEmpty = async (status: string) => {
    const list = await askShop(world, { path: `/api/admin/orders?status=${status}`, cookie });
    return list?.status === 200 && (list.body as { id: string }[]).every(({ id }) => except.has(id));
  };
  await until(async () => {
    await sendAllLinks(world, testimony);
    // One after the other, as an order goes: asked at once, it may step from one list into the other unseen.
    return (await isEmpty('awaiting_payment')) && (await isEmpty('pending'));
  });
}
