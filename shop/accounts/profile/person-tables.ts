/** How the rows of a person are found in a table; `$table` is the table itself. */
type Whose = 'user' | 'id' | 'order' | 'message' | 'actor';

export interface PersonTable {
  /** The name of its part in the export. */
  part: string;
  whose: Whose;
  /** What the person gets, under which name. A column of centavos becomes reais. */
  shown: Readonly<Record<string, string>>;
  /** Columns that stay out, and why. */
  left: Readonly<Record<string, string>>;
}

const KEY = 'a key of the database, which says nothing about the person';
const SEARCH = 'made of other columns, for searches';
const WORK = 'how far the shop is with its own work';
const UNUSED = 'the library of the accounts asks for it, and the shop never writes it';
const SECRET_OF_GIFT = 'would open the gift to whoever finds the file';
const SECRET = 'would open the account to whoever finds the file';

/**
 * Every table that names a person, column by column (ruling 49). The export reads it, and a test asks the database for a
 * column that nobody decided about. docs/decisions/export.md.
 */
export const PERSON_TABLES: Readonly<Record<string, PersonTable>> = {
  users: {
    part: 'conta',
    whose: 'id',
    shown: {
      id: 'codigo',
      name: 'nome',
      email: 'email',
      email_verified: 'email_confirmado',
      second_factor_enabled: 'verificacao_em_duas_etapas',
      created_at: 'criada_em',
      updated_at: 'alterada_em',
    },
    left: { image: UNUSED },
  },
  credentials: {
    part: 'senha',
    whose: 'user',
    shown: { created_at: 'criada_em', updated_at: 'alterada_em' },
    left: {
      id: KEY,
      user_id: KEY,
      account_id: KEY,
      provider_id: KEY,
      password: SECRET,
      access_token: UNUSED,
      access_token_expires_at: UNUSED,
      id_token: UNUSED,
      refresh_token: UNUSED,
      refresh_token_expires_at: UNUSED,
      scope: UNUSED,
    },
  },
  second_factors: {
    part: 'duas_etapas',
    whose: 'user',
    shown: { verified: 'ativada', locked_until: 'bloqueada_ate' },
    left: {
      id: KEY,
      user_id: KEY,
      secret: SECRET,
      recovery_codes: SECRET,
      failed_verification_count: WORK,
    },
  },
  sessions: {
    part: 'sessoes',
    whose: 'user',
    shown: {
      created_at: 'aberta_em',
      last_seen_at: 'usada_em',
      expires_at: 'vale_ate',
      ip_address: 'endereco_de_rede',
      user_agent: 'aparelho',
    },
    left: { id: KEY, user_id: KEY, token: SECRET, updated_at: WORK },
  },
  profiles: {
    part: 'perfil',
    whose: 'id',
    shown: {
      display_name: 'nome_de_exibicao',
      avatar_key: 'foto',
      cover_key: 'capa',
      updated_at: 'alterado_em',
    },
    left: { id: KEY },
  },
  user_roles: {
    part: 'equipe',
    whose: 'user',
    shown: { staff_role: 'papel', granted_at: 'desde' },
    left: { user_id: KEY, role: 'the same, for an earlier release' },
  },
  order_views: {
    part: 'selecoes_da_equipe',
    whose: 'user',
    shown: { name: 'nome', query: 'selecao', shared: 'compartilhada', created_at: 'criada_em' },
    left: { id: KEY, user_id: KEY },
  },
  orders: {
    part: 'pedidos',
    whose: 'user',
    shown: {
      id: 'pedido',
      status: 'estado',
      customer_name: 'nome',
      customer_email: 'email',
      customer_cellphone: 'celular',
      customer_tax_id_sealed: 'cpf_ou_cnpj',
      total_cents: 'total_reais',
      discount_cents: 'desconto_reais',
      coupon_code: 'cupom',
      description: 'descricao',
      payment_method: 'forma_de_pagamento',
      attention: 'em_analise',
      created_at: 'feito_em',
      paid_at: 'pago_em',
      due_at: 'prometido_para',
      completed_at: 'entregue_em',
      cancelled_at: 'cancelado_em',
      exchanged_at: 'presente_trocado_em',
      download_link_sent_at: 'links_enviados_em',
      reminded_at: 'lembrete_decidido_em',
    },
    left: {
      user_id: KEY,
      customer_tax_id_digest: SEARCH,
      search_words: SEARCH,
      fingerprint: SEARCH,
      is_gift: 'its row in `presentes` says it',
      idempotency_key: 'a name that the browser gave to one press of a button',
      trace: WORK,
    },
  },
  gifts: {
    part: 'presentes',
    // Whoever opened it has the skin in their collection, and reads neither for whom it was nor of whom.
    whose: 'order',
    shown: {
      order_id: 'pedido',
      receiver_email: 'para',
      message: 'mensagem',
      status: 'estado',
      created_at: 'escolhido_em',
      expires_at: 'espera_ate',
      ended_at: 'terminou_em',
    },
    left: { id: KEY, owner_id: 'names somebody else', nonce: SECRET_OF_GIFT, token_digest: SECRET_OF_GIFT },
  },
  order_items: {
    part: 'skins_pedidas',
    whose: 'order',
    shown: {
      order_id: 'pedido',
      position: 'posicao',
      champion_id: 'campeao_codigo',
      champion_name: 'campeao',
      skin_num: 'skin_numero',
      skin_name: 'skin',
      price_cents: 'preco_reais',
      discount_cents: 'desconto_reais',
      paid_cents: 'pago_reais',
      kept: 'ficou_com_voce',
    },
    left: {
      id: KEY,
      splash_art_url: 'the picture of the skin, the same for everybody',
      download_link: 'the collection hands it out, once its order is complete',
      file_id: KEY,
      placed_at: 'as its order',
    },
  },
  charges: {
    part: 'cobrancas',
    whose: 'order',
    shown: {
      id: 'cobranca',
      order_id: 'pedido',
      gateway: 'provedor',
      gateway_charge_id: 'codigo_no_provedor',
      status: 'estado',
      amount_cents: 'valor_reais',
      paid_amount_cents: 'recebido_reais',
      pix_code: 'codigo_pix',
      created_at: 'criada_em',
      expires_at: 'vale_ate',
      paid_at: 'paga_em',
      charged_back_cents: 'contestado_reais',
      charged_back_at: 'contestada_em',
      end_to_end_id: 'identificador_do_pix',
      staff_note: 'anotacao_da_equipe',
    },
    left: {
      claimed_amount_cents: WORK,
      failure: WORK,
      claimed_until: WORK,
      next_check_at: WORK,
      watched_until: WORK,
      checks: WORK,
      chargeback_handled_cents: WORK,
      asked_at: WORK,
      doubted_cents: WORK,
      doubted_at: WORK,
    },
  },
  refunds: {
    part: 'devolucoes',
    whose: 'order',
    shown: {
      order_id: 'pedido',
      charge_id: 'cobranca',
      amount_cents: 'valor_reais',
      reason: 'motivo',
      status: 'estado',
      created_at: 'pedida_em',
      settled_at: 'resolvida_em',
      note: 'anotacao_da_equipe',
      is_manual: 'feita_fora_do_provedor',
      gateway_refund_id: 'codigo_no_provedor',
    },
    left: {
      id: KEY,
      request_key: KEY,
      retry_of: KEY,
      item_ids: KEY,
      failure: WORK,
      requested_by: 'names somebody else',
      requested_at: WORK,
      claimed_until: WORK,
      next_check_at: WORK,
      attempts: WORK,
    },
  },
  withdrawals: {
    part: 'pedidos_de_devolucao',
    whose: 'order',
    shown: {
      order_id: 'pedido',
      asked_at: 'pedido_em',
      reason: 'motivo',
      answer: 'resposta_da_equipe',
      state: 'estado',
    },
    left: { charge_id: KEY },
  },
  disputes: {
    part: 'contestacoes',
    whose: 'order',
    shown: {
      order_id: 'pedido',
      charge_id: 'cobranca',
      gateway: 'provedor',
      gateway_dispute_id: 'codigo_no_provedor',
      opened_at: 'aberta_em',
      answer_by: 'resposta_ate',
      reason: 'motivo',
      state: 'estado',
      decided_at: 'decidida_em',
      released_at: 'liberada_em',
    },
    left: { id: KEY, released_by: 'names somebody else' },
  },
  user_collection: {
    part: 'colecao',
    whose: 'user',
    shown: {
      order_id: 'pedido',
      champion_id: 'campeao_codigo',
      champion_name: 'campeao',
      skin_num: 'skin_numero',
      skin_name: 'skin',
      added_at: 'adicionada_em',
      delivered_at: 'entregue_em',
    },
    left: {
      id: KEY,
      user_id: KEY,
      splash_art_url: 'the picture of the skin, the same for everybody',
      download_link: 'the collection hands it out, once its order is complete',
    },
  },
  delivery_records: {
    part: 'provas_de_entrega',
    // Of a gift they are those of whoever opened it.
    whose: 'user',
    shown: { kind: 'o_que', at: 'quando', network: 'rede', device: 'aparelho' },
    left: { id: KEY, order_item_id: KEY, user_id: KEY, once: WORK },
  },
  patch_notices: {
    part: 'avisos_de_atualizacao',
    whose: 'user',
    shown: { since: 'desde', mailed_at: 'email_enviado_em' },
    left: { patch_id: KEY, user_id: KEY },
  },
  messages: {
    part: 'mensagens',
    whose: 'message',
    shown: {
      kind: 'tipo',
      name: 'nome',
      email: 'email',
      subject: 'assunto',
      body: 'mensagem',
      created_at: 'escrita_em',
      read_at: 'lida_em',
      done_at: 'resolvida_em',
    },
    left: { id: KEY, user_id: KEY },
  },
  idempotency_keys: {
    part: 'compras_repetidas',
    whose: 'user',
    shown: { order_id: 'pedido', created_at: 'em' },
    left: { user_id: KEY, key: 'a name that the browser gave to one press of a button' },
  },
  audit_log: {
    part: 'registro',
    whose: 'actor',
    shown: { at: 'quando', action: 'o_que', subject_type: 'sobre' },
    left: {
      id: KEY,
      actor_user_id: KEY,
      subject_id: 'may be the account of somebody else',
      details: 'of staff alone, and it may name somebody else',
    },
  },
};

/** Tables that name nobody, or whose names are not the person's own to take along, and why. */
export const NO_PERSON: Readonly<Record<string, string>> = {
  verifications: 'one-time links, which open the account and live an hour',
  rate_limits: 'keyed digests of who tried what, for a day at most',
  revoked_staff: 'digests of addresses',
  catalog_state: 'the catalogue',
  catalog_import: 'the catalogue',
  champions: 'the catalogue',
  skins: 'the catalogue',
  splash_colors: 'the catalogue',
  products: 'what is on sale',
  coupons: 'what staff gave out; an order names the one that it used',
  sold_skins: 'counts',
  sold_days: 'counts',
  sold_days_changed: 'counts',
  webhook_events: 'ids and sums of charges, which the export has',
  given_up_mails: 'ids of mails that no server took',
  order_shares: 'digests of the addresses of orders that somebody else may pay',
  alarms: 'what staff have to be told',
  alert_channels: 'how staff are told',
  backups: 'when backups were made',
  settings: 'the shop',
  skin_files: 'the files of the shop; what a member of staff did is in `registro`',
  files: 'the files of the shop; what a member of staff did is in `registro`',
  awaited_updates: 'ids of items that the export has',
  schema_migrations: 'the shop',
};
