import { forgetExpired } from '#shop/accounts/profile/forget-expired.ts';
import type { OutwardContext } from '#shop/context.ts';
import { deleteFullBuckets } from '#shop/limits/consume-rate-limit.ts';
import { forgetFiles } from '#shop/moving/forget-files.ts';
import { deleteOldest } from './delete-oldest.ts';
import { forgetDeliveryRecords } from './forget-delivery-records.ts';
import { forgetGifts } from './forget-gifts.ts';
import { forgetTickets } from './forget-tickets.ts';
import { forgetUnpaidCustomers } from './forget-unpaid-customers.ts';
import { forgetUnusedFiles } from './forget-unused-files.ts';

export interface RetentionRule {
  what: string;
  /** Tables of the database, and folders of DATA_DIR. */
  where: readonly string[];
  /** Days after `since`. 0: at that moment itself. */
  days: number;
  since: string;
  /** What is done then. */
  ending: string;
  /**
   * Does it to rows from before this moment, in batches so small that nobody waits. null: the library that owns the
   * table does it. Returns how many; fewer than `atMost` means that none is left.
   */
  forget: ((ctx: OutwardContext, before: Date, atMost: number) => Promise<number>) | null;
}

/** What the shop keeps for a limited time; `docs/tables.md` prints it. */
export const RETENTION = {
  unpaidOrders: {
    what: 'Name, e-mail, phone and tax id of an order that was never paid',
    where: ['orders', 'charges'],
    days: 90,
    since: 'the order was cancelled',
    ending: 'emptied; skins, sums and dates stay',
    forget: forgetUnpaidCustomers,
  },
  programAnswers: {
    what: 'What a program was answered to a call with an `Idempotency-Key`',
    where: ['api_answers'],
    days: 1,
    since: 'the call',
    ending: 'deleted',
    forget: deleteOldest('api_answers', 'created_at'),
  },
  assistantRequests: {
    what: 'What programs asked staff to confirm, with their reasons',
    where: ['assistant_requests'],
    days: 30,
    since: 'the request',
    ending: 'deleted',
    forget: deleteOldest('assistant_requests', 'created_at'),
  },
  webhookDeliveries: {
    what: 'What programs were told of an event, and what they answered',
    where: ['webhook_deliveries'],
    days: 30,
    since: 'the event',
    ending: 'deleted',
    forget: deleteOldest('webhook_deliveries', 'created_at'),
  },
  webhooks: {
    what: "Notices of the payment providers: ids and the sum that they claim, nobody's name",
    where: ['webhook_events'],
    days: 90,
    since: 'the notice was processed',
    ending: 'deleted',
    forget: deleteOldest('webhook_events', 'processed_at'),
  },
  messages: {
    what: 'Contact and support messages',
    where: ['messages'],
    days: 730,
    since: 'the message was written',
    ending: 'deleted',
    forget: deleteOldest('messages', 'created_at'),
  },
  tickets: {
    what: 'Support threads, with what both sides wrote and the pictures in them',
    where: ['tickets', 'ticket_replies'],
    days: 730,
    since: 'the last message or change of state',
    ending: 'deleted',
    forget: forgetTickets,
  },
  deliveries: {
    what: 'Proof of delivery: link sent, page opened, download, with network and kind of device',
    where: ['delivery_records'],
    days: 180,
    since: 'it happened; while a dispute of its order is open, it stays',
    ending: 'deleted',
    forget: forgetDeliveryRecords,
  },
  installLinks: {
    what: 'Addresses for an installer, as digests, with whose file they were, by ids',
    where: ['install_links'],
    days: 1,
    since: 'the address ended',
    ending: 'deleted',
    forget: deleteOldest('install_links', 'expires_at'),
  },
  mailFiles: {
    what: 'Mails that were written as files, for want of SMTP_URL',
    where: ['DATA_DIR/mail'],
    days: 30,
    since: 'the file was written',
    ending: 'deleted',
    forget: (ctx, before, atMost) => ctx.mailer.forget(before, atMost),
  },
  brokenUploads: {
    what: 'What a crash left of files that staff were putting into the shop',
    where: ['DATA_DIR/files/kept'],
    days: 2,
    since: 'its last byte came',
    ending: 'deleted',
    forget: (ctx, before, atMost) => ctx.largeFiles.forgetBroken(before, atMost),
  },
  unusedFiles: {
    what: 'Files that staff put into the shop, and nothing leads to',
    where: ['files', 'DATA_DIR/files/kept'],
    days: 7,
    since: 'nothing leads to it any more',
    ending: 'deleted',
    forget: forgetUnusedFiles,
  },
  sessions: {
    what: 'Sessions, with address and kind of device; one-time links',
    where: ['sessions', 'verifications'],
    days: 0,
    since: 'nobody can use it any more',
    ending: 'deleted',
    forget: async (ctx) => {
      await forgetExpired(ctx);
      return 0;
    },
  },
  tries: {
    what: 'Counted tries, under a keyed digest of who made them',
    where: ['rate_limits'],
    days: 0,
    since: 'all tries are back, within a day at most',
    ending: 'deleted',
    forget: async (ctx) => {
      await deleteFullBuckets(ctx);
      return 0;
    },
  },
  lookups: {
    what: 'Who opened the page of a skin without a file: one row for each person and day, under a keyed digest of both',
    where: ['skin_lookups'],
    days: 30,
    since: 'the page was opened',
    ending: 'deleted',
    forget: deleteOldest('skin_lookups', 'at'),
  },
  patchNotices: {
    what: 'Who was told by mail that skins were updated after a patch or mended, by ids',
    where: ['patch_notices'],
    days: 180,
    since: 'it was noted',
    ending: 'deleted',
    forget: deleteOldest('patch_notices', 'since'),
  },
  gifts: {
    what: 'The e-mail address and the message of a gift',
    where: ['gifts'],
    days: 90,
    since:
      'it was claimed, went to its buyer, or its money went back; of an unpaid order with its other data',
    ending: 'emptied; ids and dates stay',
    forget: forgetGifts,
  },
  rescues: {
    what: 'Changes of an e-mail address by staff: both addresses, and how the person proved who they are',
    where: ['email_rescues'],
    days: 180,
    since: 'it was done, stopped or taken back',
    ending: 'deleted',
    forget: deleteOldest('email_rescues', 'ended_at'),
  },
  moving: {
    what: 'Files of other shops: the rows that wait to be brought in, and what of them the shop does not understand',
    where: ['imports', 'import_rows'],
    days: 30,
    since: 'the file came; its rows go once they are brought in',
    ending: 'deleted; how much came along stays',
    forget: forgetFiles,
  },
  jobs: {
    what: 'Background jobs: ids, and for account mails name, e-mail and the link',
    where: ['jobs.job'],
    days: 7,
    since: 'the job ended',
    ending: 'deleted by pg-boss',
    forget: null,
  },
} satisfies Record<string, RetentionRule>;

/** Tables without a time limit, and why. `orders` and `charges` of a paid purchase stay as well: they are the books. */
export const KEPT: Readonly<Record<string, string>> = {
  users: 'the account, until its owner deletes it',
  credentials: 'the password, hashed: goes with the account',
  second_factors: 'the second factor, sealed: goes with the account',
  user_roles: 'who is staff: goes with the account',
  api_keys: 'keys of programs, as digests, and who made them: goes with the account of their maker',
  webhooks: 'where programs hear what happens, secrets sealed, until staff remove them: names nobody',
  revoked_staff: 'whose rights were revoked, by a digest of the address: until they are granted again',
  profiles: 'display name and pictures: goes with the account',
  grants: 'what is owed for a sold item, with what was delivered: names its owner, until the account goes',
  wishes: 'what the person would like to have: goes with the account',
  public_collections:
    'the address and the name under which a person shows their collection: goes with the account',
  feeds: 'whose programs may read what they own, by a digest of the address: goes with the account',
  reviews:
    'what owners wrote about their skins: goes with the skin; that one was hidden goes with the account',
  review_requests: 'who was asked for a review of which skin: goes with the account',
  idempotency_keys: 'which key of a browser led to which order: goes with the account',
  order_shares: 'which unpaid orders somebody else may pay, by a digest of the address: names nobody',
  catalogs: 'goods that staff brought in a file, until they remove them',
  item_pictures: 'which picture an item of a file has: stays for whoever bought it',
  order_items: 'skins and prices of an order: names nobody',
  sold_skins: 'how often a skin was sold on a day: names nobody',
  sold_days: 'which days are counted',
  sold_days_changed: 'which counted days are counted again: goes with that',
  disputes:
    'what was disputed, until when and with what end, by ids; who lifted a pause goes with the account',
  withdrawals:
    'which orders their buyers gave back, for the books; what buyer and staff wrote about it goes with the account',
  refunds: 'money that went back, for the books; what staff wrote about it goes with the account',
  given_up_mails: 'ids of mails that no server took, until staff decide about them: names nobody',
  alarms: 'what staff have to be told now, by ids: goes with its reason',
  failing_providers: 'which provider gives no codes now: goes once it does again',
  alert_channels: 'how far each channel of the team is: names nobody',
  backups: 'when backups were made, and where they are: names nobody',
  push_subscriptions: 'which devices are told by web push: goes with their session, and so with the account',
  push_key: 'the key by which push services know the shop, sealed',
  audit_log: 'who of the staff did what, by ids: the database itself refuses to alter it',
  order_views: 'selections of orders that a clerk keeps under a name: go with the account',
  coupons: 'codes that staff gave out, and the name of the creator whom one belongs to: orders name them',
  ready_answers: 'answers that staff keep ready: names nobody',
  products: 'what staff put up for sale',
  imported_people:
    'who came along from another shop, and when they proved the address: until that is undone, or the account goes',
  imported_orders: 'where an order came from, with its number there: names nobody',
  import_matches: 'which skin the product of another shop is: names nobody',
  import_columns: 'what the columns of a table are: names nobody',
  files:
    'the files that staff put into the shop and something leads to, and who did: the latter goes with the account',
  skin_files:
    'the link to the file of each skin, and which member of the staff gave it: the latter goes with the account',
  dead_files: 'the links and files of skins that were broken when staff replaced them: names nobody',
  stock_keys:
    'one-time texts that staff put up for sale, sealed, and which sale took which; who put them in goes with the account',
  patch_drafts: 'which versions of the game the shop has seen: names nobody',
  preorders: 'which skins are sold before their file exists, and until when: names nobody',
  held_deliveries:
    'what a member of the staff sent from the desk and may still take back, and who did: goes within seconds',
  provider_days: 'which days of a provider were read: names nobody',
  provider_payments: 'what providers say that they received, by ids, for the books: names nobody',
  statements: 'which statements of the bank came, for the books; who sent them goes with the account',
  statement_rows: 'day, sum and ids of a row of the bank, for the books: names nobody',
  differences:
    'where two books differ, and what staff did about it: goes once they agree; who did goes with the account',
  closings:
    'the closed months, with the buyers of that month, sealed: the law keeps books for longer than an account lives',
  closing_lines: 'which sums were closed, by ids: names nobody',
  settings: 'what staff set in the panel, secrets sealed: names the seller and whom the shop tells',
  catalog_state: 'the catalogue: names nobody',
  catalog_import: 'the catalogue: names nobody',
  champions: 'the catalogue: names nobody',
  skins: 'the catalogue: names nobody',
  splash_colors: 'the catalogue: names nobody',
  schema_migrations: 'which migrations ran',
  'jobs.queue': "pg-boss' own: settings of a queue",
  'jobs.queue_stats': "pg-boss' own: counts by queue, which it deletes itself",
  'jobs.schedule': "pg-boss' own: when jobs run",
  'jobs.subscription': "pg-boss' own: unused",
  'jobs.job_dependency': "pg-boss' own: unused",
  'jobs.instance': "pg-boss' own: which processes run, deleted some time after they end",
  'jobs.bam': "pg-boss' own: its migrations",
  'jobs.version': "pg-boss' own: its version",
  'jobs.warning': "pg-boss' own: slow queries and long queues, without values",
};
