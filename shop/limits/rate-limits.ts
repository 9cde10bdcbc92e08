/** A bucket of tries: `burst` at once, and one more every `refillSeconds`. */
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
 * Every limit of the shop. Those by address must let a mobile carrier's customers buy at once: on the day of a
 * patch, forty and more of them share one address. Those by account and address stop guessing without
 * stopping the owner, who sits elsewhere.
 */
export const rateLimits = {
  // Wrong passwords only: whoever gets in gets the try back.
  signInHere: limit('sign-in-here', 10, 60),
  signInAddress: limit('sign-in-address', 100, 15),
  /** Beyond it an account's sign-ins are answered slowly, from everywhere, and never refused. */
  signInAccount: limit('sign-in-account', 20, 30),

  signUpHere: limit('sign-up-here', 10, 60),
  signUpAddress: limit('sign-up-address', 100, 20),

  /** An account that is deleted and opened again mails its address each time. */
  signUpAccount: limit('sign-up-account', 3, 1800),

  recoveryHere: limit('recovery-here', 3, 300),
  recoveryAddress: limit('recovery-address', 30, 60),
  /** Beyond it no further mail goes out: the last one's link is still good for most of its hour. */
  recoveryAccount: limit('recovery-account', 5, 600),

  // Asked for again while signed in, and codes of the second factor.
  passwordHere: limit('password-here', 10, 60),
  codeHere: limit('code-here', 8, 60),
  codeAddress: limit('code-address', 100, 15),
  /** Six digits do not stand many guesses, wherever they come from. Recovery codes do, and stay out of it. */
  codeAccount: limit('code-account', 30, 120),
  /** A code is good for one sign-in, although it is valid for a minute and a half. */
  codeOnce: limit('code-once', 1, 120),

  otherAccountCalls: limit('other-account-calls', 300, 1),

  paymentAccount: limit('payment-account', 100, 6),
  paymentAddress: limit('payment-address', 600, 1),
  // One look-up for each charge in three seconds comes on top (shop/payments/charges/check-charge.ts).
  lookUpAccount: limit('look-up-account', 40, 3),
  lookUpAddress: limit('look-up-address', 600, 0.5),
  cancelAccount: limit('cancel-account', 30, 20),
  cancelAddress: limit('cancel-address', 600, 1),
  simulatorAddress: limit('simulator-address', 600, 1),
  qrAccount: limit('qr-account', 60, 2),
  qrAddress: limit('qr-address', 600, 0.5),
  /** Only pictures that are not drawn yet; a carrier's customers open a whole new catalogue from one address. */
  pictureAddress: limit('picture-address', 1000, 0.2),

  uploadAccount: limit('upload-account', 20, 30),
  uploadAddress: limit('upload-address', 100, 10),
  messageAddress: limit('message-address', 20, 180),
  /** Mails about messages to the team, whoever writes them. */
  messageMail: limit('message-mail', 30, 60),
  /** Fast hands at the delivery desk, not a script with somebody's session. */
  staffAccount: limit('staff-account', 120, 1),
} satisfies Record<string, RateLimit>;
