/** A token bucket: `burst` tokens at once, and one more every `refillSeconds`. */
export interface RateLimit {
  name: string;
  burst: number;
  refillSeconds: number;
}

const limit = (name: string, burst: number, refillSeconds: number): RateLimit => ({
  name,
  burst,
  refillSeconds,
});

/**
 * Every rate limit of the shop. Limits by address are wide: on the day of a patch, more than forty customers of a
 * mobile carrier share one address. Limits by account and address stop an attacker who guesses, and not the owner,
 * who is elsewhere.
 */
export const rateLimits = {
  // Counts wrong passwords only: a successful sign-in gives its token back.
  signInHere: limit('sign-in-here', 10, 60),
  signInAddress: limit('sign-in-address', 100, 15),
  /** Above it, sign-ins to the account are slow from everywhere, but never refused. */
  signInAccount: limit('sign-in-account', 20, 30),
  /** Sign-ins of one account that take no try. */
  signInRight: limit('sign-in-right', 200, 10),

  signUpHere: limit('sign-up-here', 10, 60),
  signUpAddress: limit('sign-up-address', 100, 20),

  /** Each new account of an address gets a mail, also after a deletion. */
  signUpAccount: limit('sign-up-account', 3, 1800),

  recoveryHere: limit('recovery-here', 3, 300),
  recoveryAddress: limit('recovery-address', 30, 60),
  /** Above it, no further mail is sent: the link of the last one is valid for most of its hour. */
  recoveryAccount: limit('recovery-account', 5, 600),

  // The password of a signed-in person, and codes of the second factor.
  passwordHere: limit('password-here', 10, 60),
  codeHere: limit('code-here', 8, 60),
  codeAddress: limit('code-address', 100, 15),
  /**
   * Six digits are soon guessed, from wherever the guesses come. Recovery codes are long and do not count here. A session
   * that is asked for its code or password again has a bucket of its own for each.
   */
  codeAccount: limit('code-account', 30, 120),
  /** A code works for one sign-in only, although it is valid for a minute and a half. */
  codeOnce: limit('code-once', 1, 120),

  otherAccountCalls: limit('other-account-calls', 300, 1),

  // Counts codes that do not exist: a coupon that does gives its token back.
  couponAccount: limit('coupon-account', 30, 20),
  couponAddress: limit('coupon-address', 100, 10),

  /** Reviews written, changed or deleted. */
  reviewAccount: limit('review-account', 30, 20),

  paymentAccount: limit('payment-account', 100, 6),
  paymentAddress: limit('payment-address', 600, 1),
  // Also, each charge has one look-up in three seconds (shop/payments/charges/check-charge.ts).
  lookUpAccount: limit('look-up-account', 40, 3),
  lookUpAddress: limit('look-up-address', 600, 0.5),
  cancelAccount: limit('cancel-account', 30, 20),
  cancelAddress: limit('cancel-address', 600, 1),
  /** Everything about a person, packed in memory. */
  exportAccount: limit('export-account', 5, 600),
  /** A device is switched on once; who presses both ways all day needs more than a person does. */
  pushAccount: limit('push-account', 30, 60),
  /** An order is given back once, and somebody buys a few orders a week. */
  withdrawalAccount: limit('withdrawal-account', 20, 60),
  withdrawalAddress: limit('withdrawal-address', 600, 1),
  /** New codes for shared orders, which whoever has the address may ask for: by order, and by who asks. */
  sharedCodeOrder: limit('shared-code-order', 5, 300),
  sharedCodeAddress: limit('shared-code-address', 60, 20),
  claimAccount: limit('claim-account', 30, 20),
  claimAddress: limit('claim-address', 600, 1),
  /** Three for a gift; who gives many in a day still mistypes few. */
  correctGiftAccount: limit('correct-gift-account', 10, 600),
  /** The buttons behind the two links of a rescue. */
  rescueAddress: limit('rescue-address', 60, 10),
  simulatorAddress: limit('simulator-address', 600, 1),
  qrAccount: limit('qr-account', 60, 2),
  qrAddress: limit('qr-address', 600, 0.5),
  /** Only pictures that are not encoded yet. Customers of one carrier open a whole new catalogue from one address. */
  pictureAddress: limit('picture-address', 1000, 0.2),

  uploadAccount: limit('upload-account', 20, 30),
  uploadAddress: limit('upload-address', 100, 10),
  /** Addresses for an installer, for whoever owns the files. */
  installAccount: limit('install-account', 120, 10),
  /** Of one address; an installer that fetches in pieces asks a few dozen times. */
  installFetch: limit('install-fetch', 60, 10),
  /** 'Abra no computador': somebody needs it once. */
  collectionMail: limit('collection-mail', 3, 600),
  /** Of one person's programs together. */
  feedAccount: limit('feed-account', 60, 10),
  /** Pages of skins without a file that are opened: each is a row until it is forgotten. */
  lookupAddress: limit('lookup-address', 600, 1),
  messageAddress: limit('message-address', 20, 180),
  /** Of a person: at most twenty threads on the first day and ten on each after it. */
  ticketAccount: limit('ticket-account', 10, 8640),
  /** Messages within threads: at most a hundred on the first day. */
  ticketReplyAccount: limit('ticket-reply-account', 30, 1200),
  ticketAddress: limit('ticket-address', 100, 60),
  /** Mails to the team about new messages, of all senders together. */
  messageMail: limit('message-mail', 30, 60),
  /** Test messages to the team's channels, each of which leaves the shop. */
  channelTest: limit('channel-test', 5, 20),
  /** 'Saúde da loja': each look asks every service that the shop uses. */
  healthCheck: limit('health-check', 6, 20),
  /** 'Enviar e-mail de teste', to the address of who presses it. */
  testMail: limit('test-mail', 3, 60),
  /** 'Verificar agora' of the files: each asks for twenty seconds at most. */
  fileCheck: limit('file-check', 20, 10),
  /** Enough for fast staff, too little for a script with a stolen session. */
  staffAccount: limit('staff-account', 120, 1),
} satisfies Record<string, RateLimit>;
