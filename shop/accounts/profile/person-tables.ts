/** How the rows of a person are found in a table; `$table` is the table itself. */
type Whose = 'user' | 'id' | 'order' | 'message' | 'ticket' | 'actor';

export interface PersonTable {
  /** The name of its part in the export. */
  part: string;
  /** A view that reads the table as the person does, and may know more of a row. */
  through?: string;
  whose: Whose;
  /** What the person gets, under which name. A column of centavos becomes reais. */
  shown: Readonly<Record<string, string>>;
  /** Why columns stay out, and which. */
  left: Readonly<Record<string, readonly string[]>>;
}

const KEY = 'a key of the database, which says nothing about the person';
const SEARCH = 'made of other columns, for searches';
const WORK = 'how far the shop is with its own work';
const UNUSED = 'the library of the accounts asks for it, and the shop never writes it';
const SECRET_OF_GIFT = 'would open the gift to whoever finds the file';
const STAFF = 'words of staff, written for staff, who may name somebody else in them';
const SECRET = 'would open the account to whoever finds the file';

/**
 * Every table that names a person, column by column. The export reads it, and a test asks the database for a
 * column that nobody decided about. docs/rulings.md, 'Data export'.
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
      address_proved_at: 'email_confirmado_com_senha_em',
      second_factor_enabled: 'verificacao_em_duas_etapas',
      created_at: 'criada_em',
      updated_at: 'alterada_em',
    },
    left: { [UNUSED]: ['image'] },
  },
  credentials: {
    part: 'senha',
    whose: 'user',
    shown: { created_at: 'criada_em', updated_at: 'alterada_em' },
    left: {
      [KEY]: ['id', 'user_id', 'account_id', 'provider_id'],
      [SECRET]: ['password'],
      [UNUSED]: [
        'access_token',
        'access_token_expires_at',
        'id_token',
        'refresh_token',
        'refresh_token_expires_at',
        'scope',
      ],
    },
  },
  second_factors: {
    part: 'duas_etapas',
    whose: 'user',
    shown: { verified: 'ativada', locked_until: 'bloqueada_ate' },
    left: {
      [KEY]: ['id', 'user_id'],
      [SECRET]: ['secret', 'recovery_codes'],
      [WORK]: ['failed_verification_count'],
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
    left: { [KEY]: ['id', 'user_id'], [SECRET]: ['token'], [WORK]: ['updated_at'] },
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
    left: { [KEY]: ['id'] },
  },
  user_roles: {
    part: 'equipe',
    whose: 'user',
    shown: { role: 'papel', granted_at: 'desde' },
    left: { [KEY]: ['user_id'] },
  },
  order_views: {
    part: 'selecoes_da_equipe',
    whose: 'user',
    shown: { name: 'nome', query: 'selecao', shared: 'compartilhada', created_at: 'criada_em' },
    left: { [KEY]: ['id', 'user_id'] },
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
      was_late: 'passou_do_prazo',
      completed_at: 'entregue_em',
      cancelled_at: 'cancelado_em',
      exchanged_at: 'presente_trocado_em',
      download_link_sent_at: 'links_enviados_em',
      reminded_at: 'lembrete_decidido_em',
    },
    left: {
      [KEY]: ['user_id'],
      [SEARCH]: ['customer_tax_id_digest', 'search_words', 'fingerprint'],
      'a name that the browser gave to one press of a button': ['idempotency_key'],
      [WORK]: ['trace', 'told_due_soon', 'told_late'],
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
      corrections: 'correcoes_do_endereco',
    },
    left: { [KEY]: ['id'], [SECRET_OF_GIFT]: ['nonce', 'token_digest'] },
  },
  order_items: {
    part: 'skins_pedidas',
    through: 'bought_items',
    whose: 'order',
    shown: {
      order_id: 'pedido',
      position: 'posicao',
      sku: 'sku',
      champion_name: 'campeao',
      skin_name: 'skin',
      price_cents: 'preco_reais',
      discount_cents: 'desconto_reais',
      paid_cents: 'pago_reais',
      preorder_until: 'pre_venda_ate',
      kept: 'ficou_com_voce',
    },
    left: {
      [KEY]: ['id'],
      'the picture of the skin, the same for everybody': ['splash_art_url'],
      'as its order': ['placed_at'],
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
    },
    left: {
      [STAFF]: ['staff_note'],
      [WORK]: [
        'claimed_amount_cents',
        'failure',
        'claimed_until',
        'code_at',
        'fee_cents',
        'next_check_at',
        'watched_until',
        'checks',
        'chargeback_handled_cents',
        'asked_at',
        'doubted_cents',
        'doubted_at',
      ],
    },
  },
  refunds: {
    part: 'devolucoes',
    whose: 'order',
    shown: {
      order_id: 'pedido',
      charge_id: 'cobranca',
      amount_cents: 'valor_reais',
      status: 'estado',
      created_at: 'pedida_em',
      settled_at: 'resolvida_em',
      is_manual: 'feita_fora_do_provedor',
      gateway_refund_id: 'codigo_no_provedor',
    },
    left: {
      [KEY]: ['id', 'request_key', 'retry_of', 'item_ids'],
      [STAFF]: ['reason', 'note'],
      [WORK]: ['failure', 'requested_at', 'claimed_until', 'next_check_at', 'attempts'],
      'names somebody else': ['requested_by'],
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
    left: { [KEY]: ['charge_id'] },
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
    left: { [KEY]: ['id'], 'names somebody else': ['released_by'] },
  },
  grants: {
    part: 'colecao',
    through: 'user_collection',
    whose: 'user',
    shown: {
      order_id: 'pedido',
      sku: 'sku',
      champion_name: 'campeao',
      skin_name: 'skin',
      added_at: 'adicionada_em',
      delivered_at: 'entregue_em',
      downloaded_at: 'baixada_em',
      downloaded_version: 'versao_baixada',
      worked_at: 'funcionou_em',
    },
    left: {
      [KEY]: ['id', 'item_id', 'owner_id', 'is_shown', 'moved_for'],
      'the picture of the skin, the same for everybody': ['splash_art_url'],
      'the collection hands it out, once its order is complete': [
        'state',
        'waits_for',
        'link',
        'file_id',
        'key_id',
      ],
    },
  },
  wishes: {
    part: 'desejos',
    whose: 'user',
    shown: { sku: 'sku', added_at: 'adicionada_em' },
    left: { [KEY]: ['id', 'user_id'], 'whether and when its mail goes out': ['awaits_file', 'told_at'] },
  },
  public_collections: {
    part: 'colecao_publica',
    whose: 'user',
    shown: { is_on: 'ligada', name: 'nome', slug: 'endereco', changed_at: 'alterada_em' },
    left: { [KEY]: ['user_id'] },
  },
  reviews: {
    part: 'avaliacoes',
    whose: 'user',
    shown: {
      sku: 'sku',
      stars: 'estrelas',
      text: 'texto',
      created_at: 'escrita_em',
      updated_at: 'alterada_em',
      hidden_at: 'ocultada_em',
      hidden_reason: 'motivo_da_equipe',
      withdrawn_at: 'apagada_em',
    },
    left: { [KEY]: ['id', 'user_id'] },
  },
  review_requests: {
    part: 'pedidos_de_avaliacao',
    whose: 'user',
    shown: { sku: 'sku', asked_at: 'pedida_em' },
    left: { [KEY]: ['user_id'] },
  },
  delivery_records: {
    part: 'provas_de_entrega',
    // Of a gift they are those of whoever opened it.
    whose: 'user',
    shown: { kind: 'o_que', at: 'quando', network: 'rede', device: 'aparelho' },
    left: { [KEY]: ['id', 'order_item_id', 'user_id'], [WORK]: ['once'] },
  },
  patch_notices: {
    part: 'avisos_de_atualizacao',
    whose: 'user',
    shown: { since: 'desde', mailed_at: 'email_enviado_em' },
    left: { [KEY]: ['patch_id', 'user_id'] },
  },
  push_subscriptions: {
    part: 'notificacoes',
    whose: 'user',
    shown: { endpoint: 'endereco_no_navegador', for_staff: 'avisos_da_equipe', created_at: 'ligadas_em' },
    left: {
      [KEY]: ['id', 'user_id', 'session_id'],
      [SEARCH]: ['endpoint_digest'],
      'a key of the browser, which says nothing about the person': ['public_key', 'auth'],
      [WORK]: ['not_before'],
    },
  },
  feeds: {
    part: 'lista_para_programas',
    whose: 'user',
    shown: { created_at: 'criada_em' },
    left: { [KEY]: ['user_id'], 'would open the list to whoever finds the file': ['nonce', 'token_digest'] },
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
    left: { [KEY]: ['id', 'user_id'] },
  },
  email_rescues: {
    part: 'trocas_de_email',
    whose: 'user',
    shown: {
      old_email: 'email_antigo',
      new_email: 'email_novo',
      state: 'estado',
      created_at: 'pedida_em',
      due_at: 'vale_desde',
      confirmed_at: 'confirmada_em',
      ended_at: 'terminada_em',
    },
    left: {
      [KEY]: ['id', 'user_id'],
      [STAFF]: ['reason'],
      'names somebody else': ['asked_by'],
      [SECRET]: ['nonce', 'stop_digest', 'confirm_digest'],
    },
  },
  tickets: {
    part: 'atendimentos',
    whose: 'user',
    shown: {
      id: 'atendimento',
      subject: 'assunto',
      state: 'estado',
      order_id: 'pedido',
      sku: 'sku',
      file_version: 'versao_do_arquivo',
      created_at: 'aberto_em',
      changed_at: 'alterado_em',
      waits_since: 'espera_desde',
    },
    left: { [KEY]: ['user_id'], [SEARCH]: ['search_words'] },
  },
  ticket_replies: {
    part: 'mensagens_dos_atendimentos',
    whose: 'ticket',
    shown: {
      ticket_id: 'atendimento',
      from_staff: 'da_equipe',
      body: 'mensagem',
      picture_key: 'imagem',
      created_at: 'escrita_em',
    },
    left: { [KEY]: ['id'], 'the person, or somebody of the staff': ['author_id'] },
  },
  idempotency_keys: {
    part: 'compras_repetidas',
    whose: 'user',
    shown: { order_id: 'pedido', created_at: 'em' },
    left: { [KEY]: ['user_id'], 'a name that the browser gave to one press of a button': ['key'] },
  },
  audit_log: {
    part: 'registro',
    whose: 'actor',
    shown: { at: 'quando', action: 'o_que', subject_type: 'sobre' },
    left: {
      [KEY]: ['id', 'actor_user_id'],
      'may be the account of somebody else': ['subject_id'],
      'of staff alone, and it may name somebody else': ['details'],
    },
  },
};

/** Tables that name nobody, or whose names are not the person's own to take along, behind the reason. */
export const NO_PERSON: Readonly<Record<string, readonly string[]>> = {
  'one-time links, which open the account and live an hour': ['verifications'],
  'keyed digests of who tried what, for a day at most': ['rate_limits'],
  'digests of addresses': ['revoked_staff'],
  'the catalogue': [
    'catalog_state',
    'catalog_import',
    'champions',
    'skins',
    'splash_colors',
    'item_pictures',
  ],
  'the catalogue; what a member of staff did is in `registro`': ['catalogs'],
  'keys of programs and what these were answered; who made a key is in `registro`': [
    'api_keys',
    'api_answers',
  ],
  'what programs asked staff to confirm; who decided is in `registro`': ['assistant_requests'],
  'where programs hear what happens, and what they heard: ids, sums and states': [
    'webhooks',
    'webhook_deliveries',
  ],
  'what staff keep ready to write': ['ready_answers'],
  'what is on sale': ['products'],
  'what staff gave out; an order names the one that it used': ['coupons'],
  counts: ['sold_skins', 'sold_days', 'sold_days_changed'],
  'ids and sums of charges, which the export has': ['webhook_events'],
  'ids of mails that no server took': ['given_up_mails'],
  'digests of the addresses of orders that somebody else may pay': ['order_shares'],
  'digests of addresses that an installer used, for a day': ['install_links'],
  'what staff have to be told': ['alarms', 'failing_providers'],
  'how staff are told': ['alert_channels'],
  'the shop': ['push_key', 'settings', 'schema_migrations'],
  'when backups were made': ['backups'],
  'what of the files of another shop is whose is in `pedidos` and `colecao` once the person has proved the address':
    ['imports', 'import_rows', 'import_matches', 'import_columns', 'imported_people', 'imported_orders'],
  'the files of the shop; what a member of staff did is in `registro`': ['skin_files', 'files'],
  'the files of the shop': ['dead_files'],
  'what the shop sells ahead; what a member of staff did is in `registro`': ['preorders', 'patch_drafts'],
  'a digest that is the same for one day and that nobody can lead back to the person': ['skin_lookups'],
  'the books beside those of others, by ids; what a closed month has of an order is in `pedidos`': [
    'provider_days',
    'provider_payments',
    'statements',
    'statement_rows',
    'differences',
    'closings',
    'closing_lines',
  ],
  'goods of the shop, which the collection shows to whoever bought them; what a member of staff did is in `registro`':
    ['stock_keys'],
  'a delivery of the next seconds; what a member of staff did is in `registro`': ['held_deliveries'],
};
