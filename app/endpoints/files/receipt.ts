import { redirect } from 'react-router';
import { getShop, getVisitor } from '#app/request-context.ts';
import { readReceipt } from '#shop/orders/read-receipt.ts';
import { describeSeller } from '#shop/settings/describe-seller.ts';
import type { Route } from './+types/receipt';
import { answerReader } from '../http/answer-reader.tsx';
import { isUuid } from '../http/is-uuid.ts';
import { answerReceipt } from './answer-receipt.tsx';

/** `GET /dashboard/pedidos/{id}/recibo`: the receipt of a paid order, to print (HTML; its button runs the one script). */
export async function loader({ params, request, context, url }: Route.LoaderArgs): Promise<Response> {
  const shop = getShop(context);
  const session = await getVisitor(context).session();
  if (!session) return redirect(`/auth?voltar=${encodeURIComponent(url.pathname)}`);
  const receipt = isUuid(params.id)
    ? await readReceipt(shop, { userId: session.user.id, orderId: params.id.toLowerCase() })
    : null;
  if (!receipt) {
    return answerReader(
      { request, context },
      {
        status: 404,
        code: 'not_found',
        title: 'Sem recibo',
        message: 'Não há recibo deste pedido.',
        way: { to: '/dashboard/pedidos', label: 'Ver meus pedidos' },
      },
    );
  }
  const { brandName, seller, supportEmail } = shop.settings;
  return answerReceipt(receipt, {
    brandName,
    supportEmail,
    seller: seller && describeSeller(seller),
    at: shop.now(),
  });
}
