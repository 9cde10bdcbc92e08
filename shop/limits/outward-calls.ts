import { rateLimits, type RateLimit } from './rate-limits.ts';

type Deed =
  | 'asks a provider'
  | 'sends a mail'
  | 'opens a connection'
  | 'encodes a picture'
  | 'stores a file'
  | 'holds memory';

/**
 * Whose calls a bucket counts. `account here`: the named account or e-mail address, from this network address. `named
 * account`: the same, from every address. `everybody`: one bucket for the whole shop.
 */
type Counted = 'account' | 'network address' | 'account here' | 'named account' | 'everybody';

export interface OutwardCall {
  does: readonly Deed[];
  who: 'anyone' | 'member' | 'owner' | 'staff' | 'provider';
  /** The paths of the shop that cause the call, spelled as in the access table of the journeys. */
  at: readonly string[];
  /** One token is taken from each, in this order; the first empty one refuses. */
  limits: readonly { by: Counted; limit: RateLimit }[];
  /** What else limits the call. */
  also?: string;
  /** What a refused visitor reads or gets instead, if it is not 'Muitas tentativas. Tente de novo em …' (429). */
  refused?: string;
}

/** One person's flood empties their own bucket first, and not the one of everybody behind their address. */
const perPerson = (
  account: keyof typeof rateLimits,
  address: keyof typeof rateLimits,
): OutwardCall['limits'] => [
  { by: 'account', limit: rateLimits[account] },
  { by: 'network address', limit: rateLimits[address] },
];
const staffCall = (does: OutwardCall['does'], ...at: string[]): OutwardCall => ({
  does,
  who: 'staff',
  at,
  limits: [{ by: 'account', limit: rateLimits.staffAccount }],
});

/**
 * Every call that a visitor can cause to another system. `allow-outward-call.ts` refuses a call without a
 * row. `docs/tables.md` prints it for readers.
 */
export const OUTWARD_CALLS = {
  checkout: {
    does: ['asks a provider', 'encodes a picture'],
    who: 'member',
    at: [],
    limits: perPerson('paymentAccount', 'paymentAddress'),
    also: 'one live code for each order; five failures in a row and nobody is asked for 30 s',
  },
  'look-up': {
    does: ['asks a provider', 'sends a mail'],
    who: 'owner',
    at: [],
    limits: perPerson('lookUpAccount', 'lookUpAddress'),
    also: 'one look-up for each charge in 3 s, over all processes; in between the database answers',
  },
  'cancel-order': {
    does: ['asks a provider', 'sends a mail'],
    who: 'owner',
    at: [],
    limits: perPerson('cancelAccount', 'cancelAddress'),
    also: 'an order that has ended asks and mails nothing more',
  },
  withdraw: {
    does: ['asks a provider', 'sends a mail'],
    who: 'owner',
    at: ['POST /dashboard/pedidos/:id/devolucao'],
    limits: perPerson('withdrawalAccount', 'withdrawalAddress'),
    also: 'an order is given back once: asked again, it asks and mails nothing more',
  },
  'shared-code': {
    does: ['asks a provider'],
    who: 'anyone',
    at: ['POST /pagar/:token'],
    limits: perPerson('sharedCodeOrder', 'sharedCodeAddress'),
    also: "the account is the order's buyer, whoever asks; one live code for each order, and nobody is asked while it lives",
  },
  'claim-gift': {
    does: ['sends a mail'],
    who: 'member',
    at: ['POST /presente/:token'],
    limits: perPerson('claimAccount', 'claimAddress'),
    also: 'a gift is claimed once; the mail goes out if its file delivers itself',
  },
  'correct-gift': {
    does: ['sends a mail'],
    who: 'owner',
    at: ['POST /dashboard/pedidos/:id/presente'],
    limits: perPerson('correctGiftAccount', 'claimAddress'),
    also: 'three times for a gift, while nobody opened it; the new address alone is mailed, of a paid gift',
  },
  'answer-rescue': {
    does: ['sends a mail'],
    who: 'anyone',
    at: ['POST /troca-de-email/:token'],
    limits: [{ by: 'network address', limit: rateLimits.rescueAddress }],
    also: 'a rescue is stopped once, and then tells the new address',
  },
  'simulate-payment': {
    does: ['stores a file', 'sends a mail'],
    who: 'anyone',
    at: ['POST /simulator/pay/:chargeId', 'POST /simulator/dispute/:chargeId'],
    limits: [{ by: 'network address', limit: rateLimits.simulatorAddress }],
    also: 'not there with a real provider',
  },
  webhook: {
    does: ['asks a provider', 'sends a mail'],
    who: 'provider',
    at: ['POST /webhooks/:gateway'],
    limits: [],
    also: 'one secret compared before anything is stored or asked; a notice that was stored before is not acted upon again',
    refused: 'Assinatura ou segredo do webhook não confere. (401)',
  },
  picture: {
    does: ['opens a connection', 'encodes a picture', 'stores a file'],
    who: 'anyone',
    at: ['GET /img/:file', 'GET /colecao/:slug/imagem.jpg'],
    limits: [{ by: 'network address', limit: rateLimits.pictureAddress }],
    also: 'counted only when the file is not there yet: each width and format of a skin is drawn once, and the picture of a shown collection once for its newest skins; two at a time, 200 wait',
  },
  'qr-code': {
    does: ['encodes a picture'],
    who: 'owner',
    at: ['GET /api/payments/:paymentId/qr-code'],
    limits: perPerson('qrAccount', 'qrAddress'),
  },
  upload: {
    does: ['holds memory', 'encodes a picture', 'stores a file'],
    who: 'member',
    at: ['POST /dashboard/perfil/imagem/:kind', 'POST /dashboard/suporte', 'POST /dashboard/suporte/:id'],
    limits: perPerson('uploadAccount', 'uploadAddress'),
    also: 'a place is taken before the body is read: two for an account, six in a process; 9 MB',
    refused: 'Muitas imagens ao mesmo tempo. Tente de novo em instantes. (503) or the sentence above (429)',
  },
  export: {
    does: ['holds memory'],
    who: 'member',
    at: ['GET /api/me/export'],
    limits: [{ by: 'account', limit: rateLimits.exportAccount }],
  },
  push: {
    does: ['opens a connection'],
    who: 'member',
    at: [],
    limits: [{ by: 'account', limit: rateLimits.pushAccount }],
    also: 'five devices for an account, called by the guarded client when there is news about an order; a silent address is left alone for five minutes',
  },
  'mail-collection': {
    does: ['sends a mail'],
    who: 'member',
    at: [],
    limits: [{ by: 'account', limit: rateLimits.collectionMail }],
    also: "to the signed-in person's own address, once it is confirmed",
  },
  'delete-account': {
    does: ['stores a file'],
    who: 'member',
    at: ['POST /dashboard/perfil/excluir'],
    limits: [{ by: 'account here', limit: rateLimits.passwordHere }],
    also: 'the right password is asked for; an account is deleted once',
  },
  message: {
    does: ['sends a mail'],
    who: 'anyone',
    at: ['POST /contato'],
    limits: [{ by: 'network address', limit: rateLimits.messageAddress }],
    also: 'five in ten minutes for an account or e-mail address; mails to the team have a bucket of their own for the whole shop, beyond which messages wait in the panel unmailed',
    refused: 'Você enviou várias mensagens em pouco tempo. Espere … e envie de novo (429)',
  },
  'open-ticket': {
    does: ['sends a mail'],
    who: 'member',
    at: ['POST /dashboard/suporte', 'POST /contato'],
    limits: perPerson('ticketAccount', 'ticketAddress'),
    also: 'the same words within ten minutes are one thread; mails to the team share the bucket of `message`',
    refused: 'Você enviou várias mensagens em pouco tempo. Espere … e envie de novo (429)',
  },
  'reply-ticket': {
    does: ['sends a mail'],
    who: 'owner',
    at: ['POST /dashboard/suporte/:id'],
    limits: perPerson('ticketReplyAccount', 'ticketAddress'),
    also: 'mails to the team share the bucket of `message`',
    refused: 'Você enviou várias mensagens em pouco tempo. Espere … e envie de novo (429)',
  },
  'answer-ticket': {
    ...staffCall(['sends a mail']),
    also: 'to a confirmed address, or one that money arrived for',
  },
  'sign-up': {
    does: ['sends a mail'],
    who: 'anyone',
    at: ['POST /api/auth/sign-up/email', 'POST /auth'],
    limits: [
      { by: 'account here', limit: rateLimits.signUpHere },
      { by: 'network address', limit: rateLimits.signUpAddress },
      { by: 'named account', limit: rateLimits.signUpAccount },
    ],
  },
  'account-link': {
    does: ['sends a mail'],
    who: 'anyone',
    at: [
      'POST /api/auth/request-password-reset',
      'POST /api/auth/send-verification-email',
      'POST /auth/recuperar',
    ],
    limits: [
      { by: 'network address', limit: rateLimits.recoveryAddress },
      { by: 'account here', limit: rateLimits.recoveryHere },
      { by: 'named account', limit: rateLimits.recoveryAccount },
    ],
    also: 'the last bucket refuses in silence: its owner has mails enough, and the answer tells nobody whether there is an account',
  },
  stream: {
    does: ['holds memory'],
    who: 'member',
    at: ['GET /api/live'],
    limits: [],
    also: 'five open streams for an account, 50 for a network address, in each process; the page then asks now and then instead',
    refused: 'Muitas tentativas. Tente de novo em 1 minuto. (429)',
  },
  'send-links': staffCall(['sends a mail']),
  'keep-file': {
    ...staffCall(['stores a file', 'opens a connection'], 'POST /api/admin/files'),
    also: 'as large as the setting allows (500 MB at first); streamed, and looked into once; then the scanner of the operator is asked',
  },
  'keep-catalog': {
    ...staffCall(['holds memory', 'encodes a picture', 'stores a file'], 'POST /admin/catalogo/enviar'),
    also: 'a file of up to 32 MB with up to 20,000 items, one at a time in a process',
  },
  'export-shop': {
    ...staffCall(['holds memory'], 'POST /admin/mudanca/exportar'),
    also: 'one at a time in a process',
  },
  'keep-import': {
    ...staffCall(['holds memory'], 'POST /admin/mudanca/enviar'),
    also: 'a file of up to 200 MB, taken in row by row; one of this shop up to 128 MB, read whole',
  },
  'keep-statement': {
    ...staffCall(['holds memory'], 'POST /admin/conferencia/enviar', 'POST /api/admin/statements'),
    also: 'a file of up to 32 MB and 92 days, read whole',
  },
  'change-settings': {
    ...staffCall(['stores a file', 'encodes a picture'], 'POST /admin/configuracoes'),
    also: 'a picture, if a logo is among them: 8 MB and 24 megapixels at most',
  },
  'draw-brand': {
    does: ['encodes a picture'],
    who: 'anyone',
    at: ['GET /marca/:picture'],
    limits: [{ by: 'network address', limit: rateLimits.pictureAddress }],
    also: 'six pictures, each drawn once in a process',
    refused: 'the request is answered 429',
  },
  'deliver-skin': {
    ...staffCall(['sends a mail']),
    also: 'one mail for each order that waits for the skin',
  },
  'manual-order': staffCall(['sends a mail']),
  'accept-file': {
    ...staffCall(['sends a mail']),
    also: 'one mail for each order that waited for the file',
  },
  'patch-day': {
    ...staffCall(['sends a mail'], 'POST /admin/patch'),
    also: 'one mail for each person and patch, and one for each order that waited for it',
  },
  'replace-link': staffCall(['sends a mail']),
  'staff-cancel': staffCall(['asks a provider', 'sends a mail']),
  refund: staffCall(['asks a provider', 'sends a mail']),
  'refund-step': staffCall(['asks a provider', 'sends a mail']),
  'decline-withdrawal': staffCall(['sends a mail']),
  'settle-charge': staffCall(['asks a provider', 'sends a mail']),
  'decide-given-up': staffCall(['asks a provider', 'sends a mail']),
  'ask-rescue': {
    ...staffCall(['sends a mail']),
    also: 'one open rescue for each account and each new address; a mail to either',
  },
  'test-channel': {
    does: ['sends a mail', 'opens a connection'],
    who: 'staff',
    at: [],
    limits: [{ by: 'account', limit: rateLimits.channelTest }],
    also: 'the guarded client calls; to Discord and Telegram alone',
  },
  'examine-health': {
    does: ['asks a provider', 'opens a connection', 'stores a file'],
    who: 'staff',
    at: [],
    limits: [{ by: 'account', limit: rateLimits.healthCheck }],
    also: 'to addresses of the operator alone; ten seconds for each part; the file is deleted at once',
  },
  'test-mail': {
    does: ['sends a mail'],
    who: 'staff',
    at: [],
    limits: [{ by: 'account', limit: rateLimits.testMail }],
    also: "to the signed-in person's own address",
  },
  'check-files': {
    does: ['opens a connection'],
    who: 'staff',
    at: [],
    limits: [{ by: 'account', limit: rateLimits.fileCheck }],
    also: 'the guarded client calls, and fetches no file; twenty seconds; four hosts at once, each asked one link a second',
  },
  'import-catalog': staffCall(['opens a connection']),
} satisfies Record<string, OutwardCall>;

export type OutwardCallName = keyof typeof OUTWARD_CALLS;
