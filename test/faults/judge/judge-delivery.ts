import { sum, type Evidence } from './evidence.ts';
import { ownerOf } from './judge-gifts.ts';
import { isSoldOut } from './judge-keys.ts';
import { linkFor } from '../people/staff.ts';

/** Collection, links and mails: everything paid is there, once, and nothing else is. */
export function judgeDelivery(evidence: Evidence): string[] {
  return [...judgeCollection(evidence), ...judgeLinks(evidence), ...judgeMails(evidence)];
}

const isReleased = ({ status }: { status: string }) => status === 'pending' || status === 'completed';

function judgeCollection({ books, customers }: Evidence): string[] {
  const wrong: string[] = [];
  for (const { userId } of customers) {
    if (!books.users.some(({ id }) => id === userId)) continue;
    const paidOrders = books.orders.filter((order) => ownerOf(order, books) === userId && isReleased(order));
    const paidItems = books.items.filter(
      (item) => paidOrders.some(({ id }) => id === item.order_id) && !isSoldOut(item, books),
    );
    const owned = books.collection.filter((row) => row.user_id === userId);
    for (const item of paidItems) {
      const rows = owned.filter((row) => row.sku === item.sku);
      if (rows.length === 0)
        wrong.push(`LOST: ${item.sku} of order ${item.order_id} is paid and not in the collection`);
      if (rows.length > 1) wrong.push(`DUPLICATE: ${item.sku} stands ${rows.length} times in one collection`);
    }
    for (const row of owned) {
      if (!paidItems.some((item) => item.sku === row.sku)) {
        wrong.push(`UNPAID: ${row.sku} is in a collection without a paid order`);
      }
    }
    const paidFor = sum(paidItems.map((item) => item.price_cents));
    const ownedFor = 1500 * owned.length;
    const owedBack = sum(
      books.refunds
        .filter(
          ({ reason, order_id }) =>
            reason === 'already_owned' && paidOrders.some(({ id }) => id === order_id),
        )
        .map(({ amount_cents }) => amount_cents),
    );
    if (paidFor !== ownedFor + owedBack) {
      wrong.push(`customer ${userId} paid ${paidFor} for skins, owns ${ownedFor} and is owed ${owedBack}`);
    }
  }
  return wrong;
}

function judgeLinks({ books, linked }: Evidence): string[] {
  const wrong: string[] = [];
  const productLink = (item: { sku: string }) => linked.find(({ sku }) => sku === item.sku)?.link;
  for (const order of books.orders) {
    const items = books.items.filter((item) => item.order_id === order.id);
    for (const item of items) {
      const expected = productLink(item) ?? linkFor(order.id, item.id);
      // What staff give for a skin that its buyer had already is seen by nobody.
      const isSeen = item.kept || item.link !== linkFor(order.id, item.id);
      if (item.link !== null && item.link !== expected && isSeen) {
        wrong.push(`item ${item.id} carries the link ${item.link}, not ${expected}`);
      }
      if (item.link !== null && !isReleased(order)) {
        wrong.push(`UNPAID: item ${item.id} of ${order.status} order ${order.id} has its link`);
      }
      if (item.kept && item.link === null && isReleased(order) && productLink(item)) {
        wrong.push(`item ${item.id} has a product that delivers itself, and no link`);
      }
      const owner = ownerOf(order, books);
      if (owner === null || item.link === null) continue;
      const row = books.collection.find(({ user_id, sku }) => user_id === owner && sku === item.sku);
      const isOver = order.status !== 'completed' || !item.kept || row?.state === 'delivered';
      if (row && (row.link === null || !isOver))
        wrong.push(`the collection lacks the link of item ${item.id}`);
    }
    const missing = items.filter((item) => item.kept && item.link === null && item.key_id === null);
    const sent = books.audit.filter(
      (row) => row.action === 'order.links_sent' && row.subject_id === order.id,
    ).length;
    if (sent > 1) wrong.push(`DUPLICATE: the links of order ${order.id} were sent ${sent} times`);
    if (order.status === 'completed') {
      if (missing.length > 0)
        wrong.push(`order ${order.id} is completed and ${missing.length} items have no link`);
      if (order.download_link_sent_at === null)
        wrong.push(`order ${order.id} is completed and nothing says when`);
      const deliversItself =
        items.length > 0 && items.every((item) => !item.kept || productLink(item) || item.key_id);
      if (sent === 0 && !deliversItself) wrong.push(`order ${order.id} was completed by nobody`);
    } else if (sent > 0) wrong.push(`the links of order ${order.id} were sent and it is ${order.status}`);
  }
  return wrong;
}

function judgeMails({ books, mails }: Evidence): string[] {
  const wrong: string[] = [];
  for (const order of books.orders) {
    const ofOrder = mails.filter(({ subject }) => subject.includes(order.id.slice(0, 8)));
    const confirmed = distinct(ofOrder.filter(({ subject }) => subject.includes('Pagamento confirmado')));
    const delivered = distinct(
      ofOrder.filter(({ subject }) => /cheg(?:ou|aram)!|foi concluído/.test(subject)),
    );
    const least = order.user_id === null ? 0 : 1;
    expectMails('confirmation', confirmed.length, isReleased(order) ? [least, 1] : [0, 0]);
    // Of a gift they go to whoever owns it by then, if that address is proved.
    const isGift = books.gifts.some(({ order_id }) => order_id === order.id);
    // Nor does anybody read of links once all of it has gone back.
    const items = books.items.filter(({ order_id }) => order_id === order.id);
    const hasLinks = items.length === 0 || items.some(({ kept }) => kept);
    const leastLinks = isGift || !hasLinks ? 0 : least;
    expectMails('links', delivered.length, order.status === 'completed' ? [leastLinks, 1] : [0, 0]);
    for (const mail of delivered) {
      for (const item of items) {
        const link = item.key_id === null ? item.link : `/dashboard/download-skin/${item.grant_id}`;
        if (item.kept && !(link && mail.text.includes(link))) {
          wrong.push(`the mail about order ${order.id} lacks the link of item ${item.id}`);
        }
      }
    }

    function expectMails(kind: string, found: number, [fewest, most]: [number, number]): void {
      if (found < fewest) wrong.push(`LOST: order ${order.id} (${order.status}) got no ${kind} mail`);
      if (found > most)
        wrong.push(
          `${most === 0 ? 'UNPAID' : 'DUPLICATE'}: order ${order.id} (${order.status}) got ${found} ${kind} mails`,
        );
    }
  }
  return wrong;
}

/** A mailbox recognises a repeated delivery by its Message-ID; another id is another mail. */
function distinct<T extends { messageId: string }>(mails: T[]): T[] {
  return [...new Map(mails.map((mail) => [mail.messageId, mail])).values()];
}
