import { expect, test } from 'vitest';
import { listAddresses } from '#test/sources/list-addresses.ts';
import { createLog } from '../config/log.ts';

const SECRET = 'S3gr3d0deLinkABCdef12345';

function logged(path: string): string {
  const lines: string[] = [];
  createLog({ level: 'debug', write: (line) => void lines.push(line) }).debug('request', {
    path,
    error: new Error(`GET ${path} failed`),
  });
  return lines[0]!;
}

test.each([
  `/api/auth/reset-password/${SECRET}`,
  `/api/auth/reset-password/${SECRET}?callbackURL=%2Fauth%2Fnova-senha`,
  `/api/auth//reset-password//${SECRET}`,
  `/API/AUTH/RESET-PASSWORD/${SECRET}`,
  `/api/auth/reset-password%2F${SECRET}`,
  `/api/auth/verify-email?token=${SECRET}&callbackURL=/`,
  `/auth/nova-senha?token=${SECRET}`,
  `/auth/nova-senha?x=1&token=${SECRET}`,
  `/webhooks/abacatepay?webhookSecret=${SECRET}`,
  `/webhooks/bacen/${SECRET}`,
  `/webhooks/bacen/${SECRET}/pix`,
  `/webhooks/bacen?token=${SECRET}`,
  `/pagar/${SECRET}`,
  `/presente/${SECRET}`,
  `/i/${SECRET}.zip`,
  `/feed/${SECRET}.json`,
  `/api/gifts/${SECRET}/claim`,
  `/auth?voltar=%2Fpresente%2F${SECRET}`,
  `/troca-de-email/${SECRET}`,
  `/confirmar-email/${SECRET}`,
  `/auth?voltar=%2Fconfirmar-email%2F${SECRET}`,
  `https://loja.exemplo/presente/${SECRET}`,
  `https://s3.exemplo/bucket/arquivo.zip?X-Amz-Credential=a&X-Amz-Signature=${SECRET}&x=1`,
  `https://usuario:${SECRET}@exemplo.com/`,
])('the log masks the secret in %s', (path) => {
  expect(logged(path)).not.toContain(SECRET);
});

/** What the parameters of the shop's paths are called when knowing them opens nothing. */
const NAMES_A_ROW = [
  'id',
  'itemId',
  'orderId',
  'reviewId',
  'ticketId',
  'productId',
  'catalogId',
  'importId',
  'rescueId',
  'viewId',
  'keyId',
  'disputeId',
  'chargeId',
  'collectionId',
  'championId',
  'skinNum',
  'file',
  'key',
  'kind',
  'digest',
  'gateway',
  'channel',
  'userId',
  'hookId',
  'deliveryId',
  'paymentId',
  // Of a coupon, which is there to be passed on.
  'code',
  // Of a collection that its owner shows to everybody.
  'slug',
  // Of the shop's own logo or icon.
  'picture',
];

// shows: threat 64
test("each parameter of the shop's paths names a row, or is masked", () => {
  const addresses = listAddresses().map(({ path }) => path);
  const open = addresses.flatMap((address) => {
    const names = [...address.matchAll(/:(\w+)/g)].map(([, name = '']) => name);
    const path = address.replaceAll(/:(\w+)/g, (_, name: string) =>
      NAMES_A_ROW.includes(name) ? 'bacen' : SECRET,
    );
    return names.some((name) => !NAMES_A_ROW.includes(name)) && logged(path).includes(SECRET)
      ? [address]
      : [];
  });
  expect(open).toEqual([]);
  expect(addresses.filter((address) => address.includes(':token'))).not.toEqual([]);
});

test('a path that holds no secret stays readable', () => {
  for (const path of ['/loja/skin/Ahri/3', '/api/auth/reset-password', '/webhooks/bacen', '/pagamento-pix']) {
    expect(JSON.parse(logged(path))).toMatchObject({ path });
  }
});
