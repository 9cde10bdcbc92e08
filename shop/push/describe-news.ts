import { describeAlarms } from '#shop/alerts/describe-alarms.ts';
import { readRole } from '#shop/accounts/staff/read-role.ts';
import { findStaffPlace } from '#shop/alerts/find-staff-place.ts';
import type { ShopContext } from '#shop/context.ts';
import { listUpdatedSkins } from '#shop/delivery/patch/list-updated-skins.ts';
import type { PushNews } from '#shop/jobs.ts';
import { readOrder, readOrderOfOwner } from '#shop/orders/read-order.ts';
import { cutText } from '#shop/text/cut-text.ts';

export interface PushMessage {
  title: string;
  body: string;
  /** Where a click leads, within the shop. */
  path: string;
  /** A newer message with the same one takes the place of the older. */
  tag: string;
}

const LONGEST_NAME = 80;

/**
 * What a device shows. A lock screen may be read by anybody, so it says skin, shop and where to look, and nothing
 * about the person. null: it is not so any more.
 */
export async function describeNews(
  ctx: ShopContext,
  userId: string,
  news: PushNews,
): Promise<PushMessage | null> {
  const { brandName } = ctx.settings;
  switch (news.kind) {
    case 'paid':
    case 'part_delivered':
    case 'delivered': {
      // The payment of a gift is its buyer's news, and its delivery the news of whoever claimed it.
      const read = news.kind === 'paid' ? readOrder : readOrderOfOwner;
      const order = await read(ctx, news.orderId);
      if (!order || order.userId !== userId) return null;
      // Once it is delivered that is the news; of a gift it is not its buyer's, who hears of the payment alone.
      const isDelivered = order.status === 'completed';
      const isPaid = order.status === 'pending' || (isDelivered && order.isGift);
      // What was given back, or never came, is not said to be there.
      const items =
        news.kind === 'paid'
          ? order.items
          : order.items.filter(
              ({ id, downloadLink }) =>
                downloadLink && (news.kind !== 'part_delivered' || news.itemIds.includes(id)),
            );
      const hasSome = items.length > 0;
      const isAllThere = isDelivered && (hasSome || order.items.length === 0);
      if (!{ paid: isPaid, part_delivered: hasSome, delivered: isAllThere }[news.kind]) return null;
      const skins = nameSkins(items) ?? `Pedido #${order.id.slice(0, 8)}`;
      const path = order.giftReceiver ? '/dashboard/colecao' : `/dashboard/pedidos#pedido-${order.id}`;
      const place = { path, tag: `pedido-${order.id}` };
      return news.kind === 'paid'
        ? { title: `Pagamento confirmado: ${brandName}`, body: skins, ...place }
        : { title: `Entregue: ${brandName}`, body: `${skins}: ${sayDelivered(items)}.`, ...place };
    }
    case 'updated': {
      const updated = await listUpdatedSkins(ctx, { patchId: news.patchId, userId });
      const skins = nameSkins(updated);
      if (skins === null) return null;
      const isMended = updated.some(({ mended }) => mended);
      return {
        title: `Baixe de novo: ${brandName}`,
        body: `${skins}: ${isMended ? 'o link foi consertado' : 'arquivo atualizado depois do patch'}.`,
        path: '/dashboard/colecao',
        tag: `patch-${news.patchId}`,
      };
    }
    case 'staff': {
      const lines = await describeAlarms(ctx);
      if (lines.length === 0) return null;
      const path = await findStaffPlace(ctx, await readRole(ctx, userId));
      return { title: `Equipe: ${brandName}`, body: lines.join('\n'), path, tag: 'equipe' };
    }
  }
}

function sayDelivered(items: readonly { isKey: boolean }[]): string {
  if (items.length === 0) return 'concluído';
  if (!items.every(({ isKey }) => isKey))
    return items.length === 1 ? 'pronta para baixar' : 'prontas para baixar';
  return items.length === 1 ? 'a chave está na sua coleção' : 'as chaves estão na sua coleção';
}

/** 'Aurora', 'Aurora e mais 2'. */
function nameSkins(skins: readonly { skinName: string }[]): string | null {
  const [first] = skins;
  if (!first) return null;
  const name = cutText(first.skinName, LONGEST_NAME);
  return skins.length === 1 ? name : `${name} e mais ${skins.length - 1}`;
}
