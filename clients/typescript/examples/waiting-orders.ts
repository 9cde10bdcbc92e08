// What waits to be delivered, page by page: SHOP_URL=https://… SHOP_KEY=flg_… node examples/waiting-orders.ts
import { createFulgor } from '../index.ts';

const shop = createFulgor({ url: process.env.SHOP_URL ?? '', key: process.env.SHOP_KEY ?? '' });
let cursor: string | null = '';
while (cursor !== null) {
  const query: { status: 'pending'; cursor?: string } = { status: 'pending', ...(cursor && { cursor }) };
  const { data, error, response } = await shop.GET('/api/v1/orders', { params: { query } });
  if (error) throw new Error(error.error.message);
  for (const order of data)
    console.log(order.id, order.total_amount, order.order_items.map(({ sku }) => sku).join(' '));
  cursor = response.headers.get('X-Next-Cursor');
}
