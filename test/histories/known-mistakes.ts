import { SKINS } from './world.ts';
import type { Step } from './steps.ts';

const [PLAIN, OTHER] = SKINS;
const first = { pick: 0 };
const second = { pick: 1 };

/**
 * Histories that are easy to get wrong; each run begins with them. True: at a bank whose answers name sums.
 */
export const KNOWN_MISTAKES: [isNamed: boolean, steps: Step[]][] = [
  // Held for an older code, and the newer one was still offered.
  [
    true,
    [
      { do: 'place', skins: [PLAIN], key: null },
      { do: 'hour', ...first },
      { do: 'resume', ...first },
      { do: 'pay', ...first, cents: 700 },
      { do: 'look-up', ...first },
      { do: 'hour', ...first },
      { do: 'resume', ...first },
    ],
  ],
  // Too little for an order with a skin that is owned: its price was owed back, which is more than came in.
  [
    true,
    [
      { do: 'buy', skins: [PLAIN, OTHER], cents: 700 },
      { do: 'buy', skins: [PLAIN], cents: null },
      { do: 'accept', ...first },
      { do: 'send-links', ...first },
      { do: 'send-due', ...first },
      { do: 'refund-whole', ...first },
    ],
  ],
  // The notice of another sum came after the confirmation, and after the delivery.
  [
    false,
    [
      { do: 'buy', skins: [PLAIN], cents: 1499 },
      { do: 'notice', ...first },
      { do: 'send-links', ...first },
      { do: 'accept', ...first },
      { do: 'send-links', ...first },
    ],
  ],
  [
    false,
    [
      { do: 'buy', skins: [PLAIN], cents: 700 },
      { do: 'send-links', ...first },
      { do: 'notice', ...first },
      { do: 'handle-doubt', ...first },
    ],
  ],
  // The links of an order whose skin another one had paid for moved the skin there, where its refund did not find it.
  [
    true,
    [
      { do: 'place', skins: [PLAIN, OTHER], key: null },
      { do: 'buy', skins: [PLAIN], cents: null },
      { do: 'send-links', ...first },
      { do: 'pay', ...first, cents: null },
      { do: 'look-up', ...first },
      { do: 'send-links', ...first },
      { do: 'refund-whole', ...second },
    ],
  ],
  // A key that had met an open order was forgotten.
  [
    true,
    [
      { do: 'place', skins: [PLAIN], key: null },
      { do: 'place', skins: [PLAIN], key: 0 },
      { do: 'place', skins: [OTHER], key: 0 },
    ],
  ],
  // 'Pagar agora' sold what was owned by then, or off sale.
  [
    true,
    [
      { do: 'place', skins: [PLAIN, OTHER], key: null },
      { do: 'buy', skins: [PLAIN], cents: null },
      { do: 'resume', ...first },
    ],
  ],
  [
    true,
    [
      { do: 'place', skins: [SKINS[3]], key: null },
      { do: 'off-sale', ...first },
      { do: 'hour', ...first },
      { do: 'resume', ...first },
    ],
  ],
  // A file was handed out and paid back by itself; a gift was claimed while its payment was disputed.
  [
    true,
    [
      { do: 'buy', skins: [PLAIN], cents: null },
      { do: 'send-links', ...first },
      { do: 'download-and-withdraw', ...first },
    ],
  ],
  [
    true,
    [
      { do: 'buy', skins: [PLAIN], cents: null, terms: 'gift' },
      { do: 'dispute', ...first },
      { do: 'open-gift', ...first },
      { do: 'dispute-won', ...first },
      { do: 'open-gift', ...first },
    ],
  ],
  // A gift that was bought with a coupon, exchanged after its delivery, and went back in parts.
  [
    true,
    [
      { do: 'buy', skins: [PLAIN], cents: null, terms: 'gift' },
      { do: 'open-gift', ...first },
      { do: 'buy', skins: [PLAIN], cents: null, terms: 'gift with coupon' },
      { do: 'send-links', ...first },
      { do: 'send-links', ...first },
      { do: 'open-gift', ...first },
      { do: 'refund-part', ...second },
      { do: 'send-links', ...first },
      { do: 'sweep', ...first },
      { do: 'refund-whole', ...second },
      { do: 'sweep', ...first },
    ],
  ],
  // Cancelled and bought again with a code for one use, and both paid: the first while its code could be paid, then after.
  [
    false,
    [
      { do: 'place', skins: [PLAIN], key: null, terms: 'once' },
      { do: 'buy-again', skins: [OTHER], ...first },
      { do: 'pay', ...first, cents: null },
      { do: 'look-up', ...first },
      { do: 'buy', skins: [OTHER], cents: null, terms: 'once' },
    ],
  ],
  [
    false,
    [
      { do: 'place', skins: [PLAIN], key: null, terms: 'once' },
      { do: 'cancel', ...first },
      { do: 'hour', ...first },
      { do: 'buy', skins: [OTHER], cents: null, terms: 'once' },
      { do: 'pay', ...first, cents: null },
      { do: 'look-up', ...first },
      { do: 'accept', ...first },
    ],
  ],
  // Three carts with one code, none of them paid.
  [
    true,
    [
      { do: 'place', skins: [PLAIN], key: null, terms: 'coupon' },
      { do: 'place', skins: [OTHER], key: null, terms: 'coupon' },
      { do: 'place', skins: [PLAIN, OTHER], key: null, terms: 'coupon' },
    ],
  ],
  // Price and coupon change under an open order; its old code is paid, and a new one is made.
  [
    true,
    [
      { do: 'place', skins: [PLAIN], key: null },
      { do: 'reprice', ...first },
      { do: 'place', skins: [PLAIN], key: null },
      { do: 'pay', ...first, cents: null },
      { do: 'look-up', ...first },
    ],
  ],
  [
    false,
    [
      { do: 'place', skins: [PLAIN], key: null, terms: 'coupon' },
      { do: 'recoupon', ...first },
      { do: 'place', skins: [PLAIN], key: null, terms: 'coupon' },
      { do: 'coupon-off', ...first },
      { do: 'hour', ...first },
      { do: 'resume', ...first },
      { do: 'pay', ...first, cents: null },
      { do: 'look-up', ...first },
    ],
  ],
];
