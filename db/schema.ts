import type { ColumnType, Generated, GeneratedAlways, Selectable } from 'kysely';

/** One interface per table of `migrations/`, column for column. Timestamps are Date, bigint is number. */
export interface Database {
  users: UsersTable;
  credentials: CredentialsTable;
  sessions: SessionsTable;
  user_roles: UserRolesTable;
  revoked_staff: RevokedStaffTable;
  profiles: ProfilesTable;
  rate_limits: RateLimitsTable;
  second_factors: SecondFactorsTable;
  catalogs: CatalogsTable;
  item_pictures: ItemPicturesTable;
  catalog_state: CatalogStateTable;
  catalog_import: CatalogImportTable;
  champions: ChampionsTable;
  skins: SkinsTable;
  splash_colors: SplashColorsTable;
  products: ProductsTable;
  coupons: CouponsTable;
  orders: OrdersTable;
  gifts: GiftsTable;
  order_shares: OrderSharesTable;
  install_links: InstallLinksTable;
  feeds: FeedsTable;
  order_items: OrderItemsTable;
  sold_skins: SoldSkinsTable;
  sold_days: SoldDaysTable;
  sold_days_changed: SoldDaysChangedTable;
  idempotency_keys: IdempotencyKeysTable;
  charges: ChargesTable;
  refunds: RefundsTable;
  disputes: DisputesTable;
  failing_providers: FailingProvidersTable;
  webhook_events: WebhookEventsTable;
  grants: GrantsTable;
  user_collection: UserCollectionView;
  wishes: WishesTable;
  preorders: PreordersTable;
  skin_lookups: SkinLookupsTable;
  patch_drafts: PatchDraftsTable;
  public_collections: PublicCollectionsTable;
  audit_log: AuditLogTable;
  messages: MessagesTable;
  tickets: TicketsTable;
  ticket_replies: TicketRepliesTable;
  ready_answers: ReadyAnswersTable;
  bought_items: SoldItemsView;
  owed_items: SoldItemsView;
  attention: AttentionView;
  attention_of_staff: AttentionOfStaffView;
  withdrawals: WithdrawalsTable;
  given_up_mails: GivenUpMailsTable;
  delivery_records: DeliveryRecordsTable;
  alarms: AlarmsTable;
  alert_channels: AlertChannelsTable;
  backups: BackupsTable;
  given_up: GivenUpView;
  settings: SettingsTable;
  email_rescues: EmailRescuesTable;
  order_views: OrderViewsTable;
  skin_files: SkinFilesTable;
  files: FilesTable;
  held_deliveries: HeldDeliveriesTable;
  patch_notices: PatchNoticesTable;
  dead_files: DeadFilesTable;
  stock_keys: StockKeysTable;
  push_subscriptions: PushSubscriptionsTable;
  push_key: PushKeyTable;
  reviews: ReviewsTable;
  review_requests: ReviewRequestsTable;
  api_keys: ApiKeysTable;
  api_answers: ApiAnswersTable;
  assistant_requests: AssistantRequestsTable;
  webhooks: WebhooksTable;
  webhook_deliveries: WebhookDeliveriesTable;
  imports: ImportsTable;
  import_rows: ImportRowsTable;
  import_matches: ImportMatchesTable;
  import_columns: ImportColumnsTable;
  imported_people: ImportedPeopleTable;
  imported_orders: ImportedOrdersTable;
  provider_days: ProviderDaysTable;
  provider_payments: ProviderPaymentsTable;
  statements: StatementsTable;
  statement_rows: StatementRowsTable;
  differences: DifferencesTable;
  closings: ClosingsTable;
  closing_lines: ClosingLinesTable;
}

export interface UsersTable {
  id: string;
  name: string;
  email: string;
  email_verified: Generated<boolean>;
  /** By whoever holds the password, as staff rights want it. null also for what the first two releases confirmed. */
  address_proved_at: Date | null;
  second_factor_enabled: Generated<boolean>;
  image: string | null;
  created_at: Generated<Date>;
  updated_at: Generated<Date>;
}

/** How a person signs in: only by password. */
export interface CredentialsTable {
  id: string;
  user_id: string;
  account_id: string;
  provider_id: 'credential';
  password: string | null;
  created_at: Generated<Date>;
  updated_at: Generated<Date>;
}

export interface SoldSkinsTable {
  day: string;
  sku: string;
  sold: number;
  revenue_cents: number;
}

/** Days of São Paulo. */
export interface SoldDaysTable {
  day: string;
}

export interface SoldDaysChangedTable {
  paid_at: Date;
}

export interface SessionsTable {
  id: string;
  user_id: string;
  token: string;
  expires_at: Date;
  ip_address: string | null;
  user_agent: string | null;
  created_at: Generated<Date>;
  updated_at: Generated<Date>;
  last_seen_at: Generated<Date>;
}

export type StaffRole = 'owner' | 'delivery' | 'support' | 'finance';

export interface UserRolesTable {
  user_id: string;
  role: StaffRole;
  granted_at: Generated<Date>;
}

export interface RevokedStaffTable {
  address_digest: string;
  revoked_at: Date;
}

export interface ProfilesTable {
  id: string;
  display_name: string | null;
  avatar_key: string | null;
  cover_key: string | null;
  updated_at: Generated<Date>;
}

export interface RateLimitsTable {
  key: string;
  full_at: Date;
}

export interface SecondFactorsTable {
  id: string;
  user_id: string;
  secret: string;
  recovery_codes: string;
  verified: Generated<boolean>;
  failed_verification_count: Generated<number>;
  locked_until: Date | null;
}

export interface CatalogStateTable {
  only_row: Generated<boolean>;
  version: string;
  locale: string;
  source: 'static-data' | 'demo';
  skin_count: number;
  imported_at: Date;
}

export interface CatalogsTable {
  id: string;
  name: string;
  group_word: string;
  group_words: string;
  file_name: string;
  tried_at: Date;
  tried_by: string | null;
  group_count: number;
  item_count: number;
  /** JSON of `shop/catalog/catalog-provider.ts`. */
  problems: ColumnType<unknown, string, string>;
  ignored_columns: ColumnType<unknown, string, string>;
  /** JSON of `shop/file-catalogs/draft.ts`. */
  draft: ColumnType<unknown, string | null | undefined, string | null>;
  published_at: Date | null;
}

export interface ItemPicturesTable {
  sku: string;
  digest: string;
  /** In the file that it came with. */
  name: string;
}

export interface CatalogImportTable {
  only_row: Generated<boolean>;
  claimed_by: string | null;
  claimed_until: Date;
  /** JSON of `shop/catalog/import/import-progress.ts`. */
  progress: unknown;
}

export interface ChampionsTable {
  id: string;
  key: number;
  name: string;
  title: Generated<string>;
  /** null: of the static-data source. */
  catalog_id: string | null;
}

export interface SkinsTable {
  sku: string;
  /** Its group. */
  champion_id: string;
  num: number;
  name: string;
  /** null: the shop's own. */
  price_cents: number | null;
  rarity: string | null;
}

export interface SplashColorsTable {
  sku: string;
  color: string;
}

export interface ProductsTable {
  id: Generated<string>;
  name: string;
  description: string | null;
  champion: string | null;
  price_cents: number;
  image_url: string | null;
  download_url: string | null;
  stock: Generated<number>;
  is_active: Generated<boolean>;
  sku: string | null;
  created_at: Generated<Date>;
  import_id: Generated<string | null>;
}

export type RescueState = 'waiting' | 'done' | 'stopped' | 'cancelled' | 'expired' | 'refused';

export interface EmailRescuesTable {
  id: string;
  user_id: string;
  old_email: string;
  new_email: string;
  reason: string;
  asked_by: string | null;
  state: Generated<RescueState>;
  nonce: string;
  stop_digest: string;
  confirm_digest: string;
  created_at: Date;
  /** The first moment at which it may be carried out. */
  due_at: Date;
  /** When the new address proved that it reads its mail. */
  confirmed_at: Date | null;
  ended_at: Date | null;
}

export type ImportState = 'reading' | 'checked' | 'running' | 'done' | 'undone' | 'failed';

/** Files of other shops: shop/moving/. */
export interface ImportsTable {
  id: string;
  kind: string;
  file_name: string;
  /** The names of its columns, as JSON. */
  header: ColumnType<string[], string, string>;
  columns: ColumnType<unknown, string | null, string | null>;
  state: ImportState;
  found: ColumnType<unknown, string | null | undefined, string | null>;
  next_row: Generated<number>;
  done: Generated<number>;
  created: ColumnType<unknown, string, string>;
  failure: Generated<string | null>;
  made_at: Date;
  made_by: string | null;
}

export interface ImportRowsTable {
  import_id: string;
  row: number;
  cells: ColumnType<unknown, string, string>;
}

export interface ImportMatchesTable {
  /** Folded. */
  name: string;
  sku: string | null;
  decided_at: Date;
}

export interface ImportColumnsTable {
  /** Folded, in its sequence. */
  header: string;
  columns: ColumnType<unknown, string, string>;
  decided_at: Date;
}

export interface ImportedPeopleTable {
  email: string;
  name: string;
  phone: string;
  created_at: Date;
  import_id: string;
  claimed_at: Generated<Date | null>;
}

export interface ImportedOrdersTable {
  order_id: string;
  import_id: string;
  source: string;
  number: string;
  /** JSON of `shop/moving/draft.ts`. */
  record: ColumnType<unknown, string, string>;
}

export interface CouponsTable {
  /** In capitals. */
  code: string;
  percent: number | null;
  amount_cents: number | null;
  valid_from: Date | null;
  /** The first moment at which it is expired. */
  valid_to: Date | null;
  max_uses: number | null;
  max_per_person: number | null;
  min_total_cents: number | null;
  champion_id: string | null;
  /** Whose sales it counts. */
  creator: string | null;
  active: Generated<boolean>;
  created_at: Date;
  import_id: Generated<string | null>;
}

/** `imported`: it came from another shop, with neither clock nor money here. */
export type OrderStatus = 'awaiting_payment' | 'pending' | 'completed' | 'cancelled' | 'imported';

export interface OrdersTable {
  id: string;
  user_id: string | null;
  status: OrderStatus;
  customer_name: string;
  customer_email: string;
  customer_cellphone: string;
  customer_tax_id_sealed: string;
  /** Of the tax id (shop/secrets/digest-tax-id.ts). null: not written yet, or the buyer was forgotten; '': it cannot be read. */
  customer_tax_id_digest: Generated<string | null>;
  total_cents: number;
  /** What its coupon takes off the prices of its items; `total_cents` is the rest. */
  discount_cents: Generated<number>;
  coupon_code: Generated<string | null>;
  /** When its receiver took another skin: from then on its delivery is counted, and not from the payment. */
  exchanged_at: Generated<Date | null>;
  description: string;
  payment_method: Generated<string>;
  fingerprint: string;
  idempotency_key: string | null;
  attention: 'amount_mismatch' | null;
  created_at: Date;
  paid_at: Date | null;
  /** Until when it is promised; null if it was paid before the shop kept this. */
  due_at: Generated<Date | null>;
  /** An earlier due date of this payment had passed when the clock stopped: it is not on time any more. */
  was_late: Generated<boolean>;
  completed_at: Date | null;
  cancelled_at: Date | null;
  download_link_sent_at: Date | null;
  /** When its one reminder was decided, sent or not; null: not yet. */
  reminded_at: Generated<Date | null>;
  /** Of which due date programs heard that it comes soon, and that it has passed. */
  told_due_soon: Generated<Date | null>;
  told_late: Generated<Date | null>;
  /** Where its trace began, as a W3C traceparent (docs/tracing.md); null while nothing is traced. */
  trace: Generated<string | null>;
  /** The database writes it from name and e-mail; only searches use it. */
  search_words: GeneratedAlways<string>;
}

export type GiftStatus = 'unpaid' | 'offered' | 'claimed' | 'kept' | 'withdrawn';

export interface GiftsTable {
  id: string;
  order_id: string;
  /** null: forgotten. */
  receiver_email: string | null;
  message: string | null;
  status: Generated<GiftStatus>;
  /** The token of its address is derived of it, and stands nowhere. */
  nonce: string | null;
  token_digest: string | null;
  created_at: Date;
  /** Until when it may be claimed; null before the payment. */
  expires_at: Date | null;
  /** When it was claimed, kept or withdrawn. */
  ended_at: Date | null;
  /** How often its address was corrected. */
  corrections: Generated<number>;
}

/** The address under which somebody else pays for an order. */
export interface OrderSharesTable {
  order_id: string;
  /** The token of the address is derived of it, and stands nowhere. */
  nonce: string;
  token_digest: string;
  created_at: Date;
}

/** Of an address for an installer, the digest alone is kept. */
export interface InstallLinksTable {
  token_digest: string;
  user_id: string;
  grant_id: string;
  expires_at: Date;
  /** Whole ones. */
  fetches: Generated<number>;
}

/** What a person's own programs read without a session. */
export interface FeedsTable {
  user_id: string;
  /** The token of the address is derived of it, and stands nowhere. */
  nonce: string;
  token_digest: string;
  created_at: Date;
}

export interface IdempotencyKeysTable {
  user_id: string;
  key: string;
  order_id: string;
  created_at: Date;
}

export interface OrderItemsTable {
  id: string;
  order_id: string;
  position: number;
  sku: string;
  skin_name: string;
  champion_name: string;
  splash_art_url: string;
  price_cents: number;
  /** What the order's coupon takes off its price. */
  discount_cents: Generated<number>;
  /** Its share of what was paid, if that is not its price; null: it was paid at its price. */
  paid_cents: Generated<number | null>;
  /** `created_at` of its order. */
  placed_at: ColumnType<Date, Date | string, Date>;
  /** It was sold ahead of its file: the last day of São Paulo on which that may come, as its buyer read it. */
  preorder_until: Generated<string | null>;
}

/** What is owed for a sold item, from the payment on: shop/states/grant-state.ts. */
export type GrantState = 'waiting' | 'ready' | 'delivered' | 'revoked';

export interface GrantsTable {
  id: Generated<string>;
  item_id: string;
  order_id: string;
  /** null: a gift that nobody has opened, or whose money went back; or the account is gone. */
  owner_id: string | null;
  /** Of all that are owed to one person for one skin, the collection shows one. */
  is_shown: Generated<boolean>;
  state: GrantState;
  /** Exactly while it is waiting. */
  waits_for: Generated<'staff' | 'update' | 'release' | 'claim' | 'examination' | null>;
  /** What the owner gets: of a gift perhaps another skin than its item. */
  sku: string;
  skin_name: string;
  champion_name: string;
  splash_art_url: string;
  /** What was delivered: a link, a stored file or a key of the stock. */
  link: Generated<string | null>;
  file_id: Generated<string | null>;
  key_id: Generated<string | null>;
  added_at: Date;
  /** When it got its content. */
  delivered_at: Generated<Date | null>;
  /** When it was downloaded last, and which version of the skin's file. */
  downloaded_at: Generated<Date | null>;
  downloaded_version: Generated<number | null>;
  /** When its owner said that it works. */
  worked_at: Generated<Date | null>;
  /** The address that it came along for; '': it was forgotten with the account. */
  moved_for: Generated<string | null>;
}

/**
 * Two views of the items of orders with what is owed for them: `bought_items` as their buyer reads them, who never
 * learns what the receiver of a gift took, and `owed_items` as staff and owner do. Of an unpaid item nothing is owed yet.
 */
export interface SoldItemsView extends OrderItemsTable {
  grant_id: string | null;
  owner_id: string | null;
  state: GrantState | null;
  /** false: its money went back or is owed back. */
  kept: boolean;
  link: string | null;
  file_id: string | null;
  key_id: string | null;
  /** Its `preorder_until`, while its file is still to come. */
  ahead_until: string | null;
}

export type ChargeStatus =
  | 'creating'
  | 'pending'
  | 'paid'
  | 'held'
  | 'expired'
  | 'cancelled'
  | 'refunded'
  | 'failed';

export interface ChargesTable {
  id: string;
  order_id: string;
  gateway: string;
  gateway_charge_id: string | null;
  status: ChargeStatus;
  amount_cents: number;
  paid_amount_cents: number | null;
  claimed_amount_cents: number | null;
  pix_code: string | null;
  failure: string | null;
  created_at: Date;
  claimed_until: Date | null;
  expires_at: Date;
  paid_at: Date | null;
  next_check_at: Date | null;
  /** The payment page is open until then, as far as known. */
  watched_until: Date | null;
  checks: Generated<number>;
  charged_back_cents: Generated<number>;
  charged_back_at: Date | null;
  chargeback_handled_cents: Generated<number>;
  staff_note: string | null;
  asked_at: Date | null;
  /** The amount of an authentic notice after the confirmation; it waits for staff while `doubted_at` is set. */
  doubted_cents: number | null;
  doubted_at: Date | null;
  /** The first Pix, as the banks call it; null: its provider does not say. */
  end_to_end_id: Generated<string | null>;
  /** When its provider gave the code. */
  code_at: Generated<Date | null>;
  /** What its provider keeps; null: it does not say. */
  fee_cents: Generated<number | null>;
}

export interface FailingProvidersTable {
  name: string;
  state: 'refusing' | 'silent';
  since: Date;
  last_error: string;
  next_try_at: Date;
  relapses: Generated<number>;
  is_back: Generated<boolean>;
}

export interface DisputesTable {
  id: Generated<string>;
  order_id: string;
  charge_id: string;
  gateway: string;
  gateway_dispute_id: string;
  opened_at: Date;
  answer_by: Date | null;
  reason: string;
  state: Generated<'open' | 'won' | 'lost'>;
  decided_at: Generated<Date | null>;
  released_at: Generated<Date | null>;
  released_by: Generated<string | null>;
}

export type RefundReason =
  | 'paid_twice'
  | 'overpaid'
  | 'already_owned'
  /** It paid for an order of a deleted account. */
  | 'no_account'
  | 'sold_out'
  /** Sold ahead, and no file came in time. */
  | 'preorder_over'
  | 'staff'
  | 'cancelled'
  /** Staff made it in the provider's panel. */
  | 'at_provider';

export type RefundStatus = 'due' | 'requested' | 'processing' | 'refunded' | 'failed' | 'dismissed';

export interface RefundsTable {
  id: Generated<string>;
  charge_id: string;
  order_id: string;
  amount_cents: number;
  reason: RefundReason;
  status: Generated<RefundStatus>;
  created_at: Date;
  note: string | null;
  request_key: string | null;
  retry_of: string | null;
  gateway_refund_id: string | null;
  failure: string | null;
  is_manual: Generated<boolean>;
  /** The items whose money it sends back; null: a sum, whatever it is for. */
  item_ids: Generated<string[] | null>;
  requested_by: string | null;
  requested_at: Date | null;
  settled_at: Date | null;
  claimed_until: Date | null;
  next_check_at: Date | null;
  attempts: Generated<number>;
}

export type AttentionKind =
  | 'amount_mismatch'
  | 'amount_doubt'
  | 'chargeback'
  | 'dispute'
  /** The buyer wants to give the order back. */
  | 'withdrawal'
  | 'refund_due'
  | 'refund_failed'
  | 'refund_slow';

/**
 * A view: entries about money that a person must decide. Earlier releases read it, and know neither disputes nor
 * withdrawals.
 */
export interface AttentionView {
  kind: Exclude<AttentionKind, 'dispute' | 'withdrawal'>;
  order_id: string;
  charge_id: string;
  refund_id: string | null;
  amount_cents: number;
  since: Date;
}

/** The same view with the open disputes, and with the withdrawals that wait. */
export interface AttentionOfStaffView extends Omit<AttentionView, 'kind'> {
  kind: AttentionKind;
  dispute_id: string | null;
}

/** 'Pedir devolução'. */
export interface WithdrawalsTable {
  order_id: string;
  charge_id: string;
  asked_at: Date;
  reason: string | null;
  /** What staff wrote when they refused it; the buyer reads it. */
  answer: Generated<string | null>;
  /** `automatic`: the shop refunded it at once. */
  state: 'requested' | 'automatic' | 'declined';
}

export interface WebhookEventsTable {
  id: Generated<string>;
  gateway: string;
  event_id: string;
  gateway_charge_id: string | null;
  charge_id: string | null;
  gateway_dispute_id: Generated<string | null>;
  claimed_amount_cents: number | null;
  received_at: Date;
  processed_at: Date | null;
  attempts: Generated<number>;
  waits_since: Generated<Date>;
  next_try_at: Generated<Date>;
  given_up_at: Date | null;
}

export interface GivenUpMailsTable {
  id: string;
  name: string;
  /** The data of the job (shop/jobs.ts); null if a retry makes no sense. */
  data: unknown;
  since: Date;
  given_up_at: Date;
}

/** A view: webhooks and mails that the shop gave up. */
export interface GivenUpView {
  kind: 'mail' | 'webhook';
  id: string;
  /** The job's name, or the gateway's. */
  what: string;
  order_id: string | null;
  can_retry: boolean;
  since: Date;
  given_up_at: Date;
}

/** A view: the grants that the collections of people show. */
export interface UserCollectionView extends Omit<
  GrantsTable,
  'owner_id' | 'is_shown' | 'waits_for' | 'moved_for'
> {
  user_id: string;
}

/** A skin that is sold before its file exists, until a day of São Paulo. */
export interface PreordersTable {
  sku: string;
  until: string;
  /** The day is over and no file came: it is off sale until staff decide. */
  is_over: Generated<boolean>;
}

/** Who opened the page of a skin without a file: one row for each person and day. */
export interface SkinLookupsTable {
  sku: string;
  /** A digest of day and person. */
  person: string;
  at: Date;
}

/** The versions of the game that the shop has seen. */
export interface PatchDraftsTable {
  version: string;
  noticed_at: Date;
  state: 'seen' | 'open' | 'marking' | 'marked' | 'dismissed';
}

export interface WishesTable {
  id: Generated<string>;
  user_id: string;
  sku: string;
  added_at: Date;
  /** It was wished for before its file came, and its owner has not been told yet. */
  awaits_file: Generated<boolean>;
  told_at: Generated<Date | null>;
}

/** Off, it keeps its address: an old link must never lead to somebody else. */
export interface PublicCollectionsTable {
  user_id: string;
  is_on: boolean;
  slug: string;
  /** The only name on the page. */
  name: string;
  changed_at: Date;
}

export interface AuditLogTable {
  id: Generated<number>;
  at: Date;
  actor_user_id: string | null;
  action: string;
  subject_type: string;
  subject_id: string;
  details: Generated<unknown>;
}

export interface MessagesTable {
  id: string;
  kind: 'contact' | 'support';
  user_id: string | null;
  name: string;
  email: string;
  subject: string | null;
  body: string;
  created_at: Date;
  read_at: Date | null;
  done_at: Date | null;
}

export type TicketState = 'open' | 'answered' | 'solved';

export interface TicketsTable {
  id: string;
  user_id: string;
  state: TicketState;
  subject: string;
  order_id: string | null;
  sku: string | null;
  /** Of the skin's file. */
  file_version: number | null;
  created_at: Date;
  /** The last message, or the last change of the state. */
  changed_at: Date;
  /** While it is open: the oldest message that nobody has answered. */
  waits_since: Date | null;
  /** Written by the function `ticket_search_words`. */
  search_words: string;
}

export interface TicketRepliesTable {
  id: string;
  ticket_id: string;
  from_staff: boolean;
  /** null: a member of the staff whose account is gone. */
  author_id: string | null;
  body: string;
  created_at: Date;
  /** Of its picture among the files. */
  picture_key: ColumnType<string | null, string | null | undefined, string | null>;
}

export interface ReadyAnswersTable {
  id: Generated<string>;
  title: string;
  body: string;
}

/** Proof of delivery. */
export interface DeliveryRecordsTable {
  id: Generated<string>;
  order_item_id: string;
  /** null: the account is gone. */
  user_id: string | null;
  kind: 'link_sent' | 'page_opened' | 'downloaded';
  at: Date;
  network: string | null;
  device: string | null;
  once: string;
}

/** What staff have to be told about now. */
export interface AlarmsTable {
  id: GeneratedAlways<number>;
  kind: string;
  subject: string;
  since: Date;
}

export interface AlertChannelsTable {
  /** 'push': the devices of the staff. */
  channel: 'email' | 'discord' | 'telegram' | 'push';
  told_alarm: Generated<number>;
  next_at: Date;
  failing_since: Date | null;
  failure: string | null;
  tested_at: Date | null;
}

/** A try to make a backup: either `address` and `bytes`, or `failure`. */
export interface BackupsTable {
  id: Generated<number>;
  started_at: Date;
  ended_at: Date;
  address: string | null;
  bytes: number | null;
  failure: string | null;
}

/** The file of a skin. */
export interface SkinFilesTable {
  id: Generated<string>;
  sku: string;
  /** Either a link or a stored file. */
  link: string | null;
  file_id: string | null;
  /** Delivered at payment. */
  auto: Generated<boolean>;
  state: Generated<'ok' | 'suspect' | 'broken'>;
  checked_at: Date | null;
  /** Since when it does not answer, and why: for staff. null where a person marked it as broken. */
  failing_since: Date | null;
  failure: string | null;
  version: Generated<number>;
  updating: Generated<boolean>;
  /** The patch that it was marked for last, and since when. */
  patch_id: Generated<string | null>;
  marked_at: Generated<Date | null>;
  /** When its owners last got something new to download. */
  patched_at: Generated<Date | null>;
  /** The owners of that have no notice yet. */
  is_news: Generated<boolean>;
  /** When new content last took the place of a broken file; those who hold that have no notice yet. */
  mend_id: Generated<string | null>;
  mended_at: Generated<Date | null>;
  is_mend_news: Generated<boolean>;
  updated_at: Date;
  updated_by: string | null;
  /** A person looked at what was suspicious in the file that it has now. */
  accepted_at: Generated<Date | null>;
  accepted_reason: Generated<string | null>;
}

/** What was broken of a skin's file when staff put something else in its place. */
export interface DeadFilesTable {
  skin_file_id: string;
  /** Either a link or a stored file. */
  link: string | null;
  file_id: string | null;
}

/** A one-time text, of which each sale of its product takes one (docs/decisions/files-of-skins.md). */
export interface StockKeysTable {
  id: Generated<string>;
  sku: string;
  sealed: string;
  /** Of the text: shop/delivery/keys/digest-key.ts. */
  digest: string;
  last_four: string;
  added_at: Date;
  /** Of the list that it came in. */
  line: number;
  added_by: string | null;
  /** null: it is in stock. */
  taken_at: Date | null;
  /** The sale that took it. null also where the books do not have that any more. */
  item_id: string | null;
  /** It was free in a backup that was restored, and waits for staff. Then it is taken, too, by nobody. */
  held_at: Date | null;
}

/** A delivery of the desk that may still be taken back: nothing of it is delivered yet. */
export interface HeldDeliveriesTable {
  id: string;
  sku: string;
  /** Either a link or a stored file. */
  link: string | null;
  file_id: string | null;
  held_by: string;
  /** Of the program that sent it; null: a person did. */
  key_id: Generated<string | null>;
  due_at: Date;
  /** From then on it cannot be taken back. */
  begun_at: Date | null;
}

/** Who is told about a patch: one row for each person, and so one mail. */
export interface PatchNoticesTable {
  patch_id: string;
  user_id: string;
  since: Date;
  mailed_at: Generated<Date | null>;
}

/** A device that wants to be told by web push. */
export interface PushSubscriptionsTable {
  id: Generated<string>;
  user_id: string;
  session_id: string;
  endpoint: string;
  endpoint_digest: string;
  public_key: string;
  auth: string;
  for_staff: Generated<boolean>;
  not_before: Date | null;
  created_at: Date;
}

export interface PushKeyTable {
  only_row: Generated<boolean>;
  sealed: string;
}

export interface ReviewsTable {
  id: Generated<string>;
  user_id: string;
  sku: string;
  stars: number;
  text: string;
  created_at: Date;
  updated_at: Date;
  /** By staff. */
  hidden_at: Date | null;
  /** What its author reads about it. */
  hidden_reason: string | null;
  /** A hidden one that its author took back. */
  withdrawn_at: Date | null;
}

/** Who was asked by mail for a review of which skin. */
export interface ReviewRequestsTable {
  user_id: string;
  sku: string;
  asked_at: Date;
}

/** A file that the shop stores itself. */
export interface FilesTable {
  id: string;
  name: string;
  size: number;
  sha256: string;
  created_at: Date;
  created_by: string | null;
  /** What the shop found in it; null: it has not looked yet. */
  verdict: Generated<'clean' | 'suspicious' | 'not_examined' | null>;
  entries: Generated<number | null>;
  reasons: ColumnType<string[], string | undefined, string>;
  examined_at: Generated<Date | null>;
  /** When somebody last began to. */
  tried_at: Generated<Date | null>;
  /** Since when nothing names it; null: something does, or nobody has looked. */
  unused_since: Generated<Date | null>;
}

export type SkinFileRow = Selectable<SkinFilesTable>;
export type FileRow = Selectable<FilesTable>;
export type DeliveryRecordRow = Selectable<DeliveryRecordsTable>;
export type GiftRow = Selectable<GiftsTable>;
export type OrderRow = Selectable<OrdersTable>;
export type OrderItemRow = Selectable<OrderItemsTable>;
export type SoldItemRow = Selectable<SoldItemsView>;
export type GrantRow = Selectable<GrantsTable>;
export type ChargeRow = Selectable<ChargesTable>;
export type RefundRow = Selectable<RefundsTable>;
export type MessageRow = Selectable<MessagesTable>;
export type TicketRow = Selectable<TicketsTable>;

/** A selection of the list of orders that a clerk keeps under a name. */
export interface OrderViewsTable {
  id: Generated<string>;
  user_id: string;
  name: string;
  query: string;
  shared: boolean;
  created_at: Date;
}

export interface SettingsTable {
  key: string;
  /** Written as JSON text. */
  value: ColumnType<unknown, string, string>;
  updated_at: Date;
  updated_by: string | null;
}

/** Keys of programs: shop/programs/. */
export interface ApiKeysTable {
  id: Generated<string>;
  name: string;
  prefix: string;
  digest: string;
  scopes: string[];
  addresses: string[] | null;
  created_by: string;
  created_at: Date;
  expires_at: Date | null;
  ended_at: Generated<Date | null>;
  last_used_at: Generated<Date | null>;
  minute: Generated<Date | null>;
  calls: Generated<number>;
}

/** What a call with an Idempotency-Key was answered, for a day. */
export interface ApiAnswersTable {
  key_id: string;
  request_key: string;
  digest: string;
  created_at: Date;
  status: Generated<number | null>;
  body: Generated<string | null>;
}

/** What assistants ask for: shop/programs/requests/. */
export interface AssistantRequestsTable {
  id: Generated<string>;
  key_id: string;
  operation: string;
  input: string;
  reason: string;
  state: Generated<'waiting' | 'done' | 'refused'>;
  created_at: Date;
  expires_at: Date;
  decided_at: Generated<Date | null>;
  decided_by: Generated<string | null>;
}

/** Where other programs hear what happens: shop/programs/webhooks/. */
export interface WebhooksTable {
  id: Generated<string>;
  url: string;
  description: string;
  events: string[];
  active: Generated<boolean>;
  /** Sealed. For a day after a rotation both sign. */
  secret: string;
  previous_secret: Generated<string | null>;
  rotated_at: Generated<Date | null>;
  created_at: Date;
  /** Since the last try that was taken. */
  failing_since: Generated<Date | null>;
  last_failed_at: Generated<Date | null>;
  /** By the shop itself; null: it is on, or a person switched it off. */
  switched_off_at: Generated<Date | null>;
}

export type DeliveryState = 'waiting' | 'delivered' | 'failed';

export interface WebhookDeliveriesTable {
  id: Generated<string>;
  hook_id: string;
  /** What its receiver knows it by, however often it comes. */
  webhook_id: string;
  type: string;
  body: string;
  created_at: Date;
  /** null: a person alone sends it. */
  next_try_at: Date | null;
  claimed_until: Generated<Date | null>;
  tries: Generated<number>;
  tries_before: Generated<number>;
  delivered_at: Generated<Date | null>;
  /** What came back last. */
  status: Generated<number | null>;
  response: Generated<string | null>;
  state: GeneratedAlways<DeliveryState>;
}

/** Books beside books: shop/ledger/. Days are São Paulo's, as texts. */
export interface ProviderDaysTable {
  gateway: string;
  day: string;
  /** null: it could not be read yet. */
  fetched_at: Date | null;
  failure: string | null;
}

export interface ProviderPaymentsTable {
  gateway: string;
  end_to_end_id: string;
  gateway_charge_id: string;
  /** null: no charge of the shop. */
  charge_id: string | null;
  day: string;
  amount_cents: number;
  back_cents: number;
}

export interface StatementsTable {
  id: string;
  /** Whose payments arrive in this account; null: it does not show. */
  gateway: string | null;
  from_day: string;
  to_day: string;
  /** When the bank wrote it; null: it does not say. */
  exported_on: string | null;
  uploaded_at: Date;
  uploaded_by: string | null;
}

export interface StatementRowsTable {
  digest: string;
  statement_id: string;
  day: string;
  amount_cents: number;
  ids: string[];
}

export interface DifferencesTable {
  id: Generated<string>;
  key: string;
  day: string;
  gateway: string;
  kind: 'only_provider' | 'only_shop' | 'amount' | 'refunded_outside' | 'late';
  against: 'provider' | 'bank';
  gateway_charge_id: string | null;
  charge_id: string | null;
  end_to_end_id: string | null;
  amount_cents: number;
  shop_cents: number | null;
  other_cents: number | null;
  shop_day: string | null;
  found_at: Date;
  settled_at: Generated<Date | null>;
  settled_by: Generated<string | null>;
  note: Generated<string | null>;
}

export interface ClosingsTable {
  id: string;
  number: number;
  month: string;
  gross_cents: number;
  refunded_cents: number;
  returned_cents: number;
  fees_cents: number;
  orders: number;
  hash: string;
  previous_hash: string | null;
  sealed_csv: string;
  closed_at: Date;
  closed_by: string | null;
}

export interface ClosingLinesTable {
  closing_id: string;
  kind: 'payment' | 'refund' | 'return';
  movement_id: string;
  amount_cents: number;
  fee_cents: number;
}
