// A coupon of ten per cent, once however often this runs: SHOP_URL=… SHOP_KEY=… node examples/create-coupon.ts ANA10
import { createFulgor } from '../index.ts';

const [code = 'ANA10'] = process.argv.slice(2);
const shop = createFulgor({ url: process.env.SHOP_URL ?? '', key: process.env.SHOP_KEY ?? '' });
const { data, error } = await shop.POST('/api/v1/coupons', {
  params: { header: { 'Idempotency-Key': `coupon-${code}` } },
  body: { code, percent: 10 },
});
if (error) throw new Error(error.error.message);
console.log(data.code, data.percent);
