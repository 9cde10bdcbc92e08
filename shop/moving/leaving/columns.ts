import type { ExportedOrder } from './read-orders.ts';

// Of Shopify's exports those columns that this shop has something for; the others may be absent there too.

export const CUSTOMER_COLUMNS = [
  'First Name',
  'Last Name',
  'Email',
  'Accepts Email Marketing',
  'Phone',
  'Total Spent',
  'Total Orders',
  'Note',
  'Tags',
];
export const PRODUCT_COLUMNS = [
  'Handle',
  'Title',
  'Body (HTML)',
  'Vendor',
  'Type',
  'Tags',
  'Published',
  'Option1 Name',
  'Option1 Value',
  'Variant SKU',
  'Variant Inventory Qty',
  'Variant Inventory Policy',
  'Variant Fulfillment Service',
  'Variant Price',
  'Variant Requires Shipping',
  'Variant Taxable',
  'Image Src',
  'Status',
];
export const ORDER_COLUMNS = [
  'Name',
  'Email',
  'Financial Status',
  'Paid at',
  'Fulfillment Status',
  'Fulfilled at',
  'Currency',
  'Subtotal',
  'Shipping',
  'Taxes',
  'Total',
  'Discount Code',
  'Discount Amount',
  'Created at',
  'Lineitem quantity',
  'Lineitem name',
  'Lineitem price',
  'Lineitem sku',
  'Billing Name',
  'Phone',
  'Refunded Amount',
  'Id',
  'Source',
];
export const FILE_COLUMNS = ['SKU', 'Name', 'Size', 'SHA-256', 'Link', 'Version', 'Updated at'];

const FINANCIAL: Record<string, string> = { refunded: 'refunded', partially_refunded: 'partially_refunded' };
const moment = (at: string | null) => at && `${at.slice(0, 10)} ${at.slice(11, 19)} +0000`;
const sum = (reais: number) => reais.toFixed(2);

/** A line for each item; what the order says as a whole stands on the first. */
export function orderLines(order: ExportedOrder): Record<string, string | number | null>[] {
  const items =
    order.items.length > 0 ? order.items : [{ sku: '', skin: order.description, price: order.total }];
  const number = order.source === 'fulgor' ? order.id : order.number;
  return items.map((item, place) => ({
    Name: `#${number}`,
    Email: order.email,
    ...(place === 0 && {
      'Financial Status': FINANCIAL[order.state] ?? 'paid',
      'Paid at': moment(order.paid_at),
      'Fulfillment Status': order.delivered_at ? 'fulfilled' : 'unfulfilled',
      'Fulfilled at': moment(order.delivered_at),
      Currency: 'BRL',
      Subtotal: sum(order.total),
      Shipping: '0.00',
      Taxes: '0.00',
      Total: sum(order.total),
      'Discount Code': order.coupon,
      'Discount Amount': sum(order.discount),
      'Created at': moment(order.created_at),
      'Billing Name': order.name,
      Phone: order.phone,
      'Refunded Amount': sum(order.refunded),
      Id: order.id,
      Source: order.source,
    }),
    'Lineitem quantity': 1,
    'Lineitem name': item.skin,
    'Lineitem price': sum(item.price),
    'Lineitem sku': item.sku,
  }));
}
