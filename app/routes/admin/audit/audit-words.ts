import { formatDateTime } from '#shop/text/format-date.ts';
import { formatReais } from '#shop/text/format-reais.ts';
import { isDay } from '#shop/text/is-day.ts';
import { writeDay } from '#shop/text/write-day.ts';
import type { Catalog } from '#shop/catalog/catalog.ts';
import { OWN_SHELF, shelfOf } from '#shop/catalog/shelves.ts';
import { readSkinKey } from '#shop/catalog/sku.ts';
import { nameProvider } from '#shop/payments/name-provider.ts';
import { SETTING_WORDS, type SettingWords } from '#shop/settings/setting-words.ts';
import { ORDER_STATUS_LABELS } from '#shop/states/order-status.ts';
import { roleOfWord } from '#shop/accounts/staff/role-word.ts';
import type { AuditLine } from '#shop/audit/list-audit.ts';
import type { LoggedField } from '#shop/pricing/save-coupon.ts';
import { lastMoment } from '../coupons/coupon-words.ts';
import { ROLE_WORDS } from '../people/role-words.ts';

const SENTENCES: Record<AuditLine['action'], string> = {
  'order.links_sent': 'enviou os links',
  'order.link_filled': 'deu o link de uma skin, com outras por entregar',
  'order.link_replaced': 'substituiu um link',
  'order.entered': 'lançou um pedido pago fora da loja',
  'order.cancelled': 'cancelou o pedido',
  'gift.corrected': 'corrigiu o e-mail de um presente',
  'withdrawal.asked': 'pediu a devolução do pedido',
  'withdrawal.declined': 'recusou um pedido de devolução',
  'order.delivered_anyway': 'aceitou um pagamento de outro valor',
  'refund.requested': 'pediu um reembolso',
  'refund.sent': 'confirmou um reembolso',
  'refund.failed': 'registrou que um reembolso foi recusado',
  'refund.marked': 'marcou um reembolso como devolvido',
  'refund.dismissed': 'encerrou um reembolso sem devolver',
  'payment.settled_outside': 'marcou um pagamento retido como resolvido fora da loja',
  'chargeback.seen': 'viu o banco tirar um valor de volta',
  'chargeback.handled': 'marcou uma contestação como resolvida',
  'doubt.handled': 'marcou um aviso de outro valor como resolvido',
  'order.evidence_opened': 'abriu as provas do pedido, com dados do comprador',
  'dispute.opened': 'viu uma contestação ser aberta',
  'dispute.won': 'viu a loja ganhar uma contestação',
  'dispute.lost': 'viu a loja perder uma contestação',
  'dispute.released': 'liberou a entrega automática da conta, depois de uma contestação perdida',
  'skin_file.delivery_undone': 'desfez a entrega da skin antes de ela sair',
  'api_key.created': 'criou a chave de programa',
  'api_key.ended': 'encerrou a chave de programa',
  'api_key.called': 'usou a chave de programa',
  'request.confirmed': 'confirmou o que um programa pediu',
  'request.refused': 'recusou o que um programa pediu',
  'webhook.created': 'criou o webhook',
  'webhook.changed': 'mudou o webhook',
  'webhook.rotated': 'trocou o segredo do webhook',
  'webhook.deleted': 'excluiu o webhook',
  'webhook.switched_off': 'desligou o webhook, que ninguém responde',
  'webhook.resent': 'reenviou avisos do webhook',
  'skin_file.saved': 'trocou o arquivo da skin',
  'skin_file.auto_on': 'mandou entregar a skin sozinha',
  'skin_file.auto_off': 'mandou esperar a equipe para entregar a skin',
  'skin_file.broken': 'marcou o arquivo da skin como quebrado',
  'skin_file.works': 'marcou que o arquivo da skin funciona',
  'skin_file.mended': 'consertou o arquivo da skin para quem tinha o quebrado',
  'skin_file.accepted': 'olhou o arquivo da skin e o aceitou',
  'preorder.saved': 'pôs a skin em pré-venda',
  'preorder.ended': 'encerrou a pré-venda da skin',
  'stock.added': 'guardou chaves no estoque do produto',
  'stock.removed': 'retirou chaves do estoque do produto',
  'stock.released': 'liberou, depois de uma restauração, chaves do produto',
  'patch.marked': 'marcou arquivos como em atualização',
  'patch.ready': 'liberou arquivos que estavam em atualização',
  'coupon.created': 'criou o cupom',
  'coupon.updated': 'alterou o cupom',
  'coupon.activated': 'ligou o cupom',
  'coupon.deactivated': 'desligou o cupom',
  'orders.exported': 'baixou pedidos em planilha',
  'coupon.sales_exported': 'baixou as vendas do cupom em planilha',
  'review.hidden': 'ocultou a avaliação',
  'review.shown': 'mostrou de novo a avaliação',
  'product.created': 'criou o produto',
  'product.updated': 'alterou o produto',
  'product.deleted': 'excluiu o produto',
  'role.granted': 'deu acesso à equipe',
  'role.changed': 'mudou o papel na equipe',
  'role.revoked': 'tirou o acesso à equipe',
  'second_factor.enabled': 'ligou a verificação em duas etapas',
  'second_factor.disabled': 'desligou a verificação em duas etapas',
  'second_factor.reset': 'removeu a verificação em duas etapas da conta',
  'rescue.asked': 'pediu a troca do e-mail da conta',
  'rescue.confirmed': 'viu o e-mail novo confirmar a troca',
  'rescue.stopped': 'viu o e-mail antigo parar a troca',
  'rescue.cancelled': 'cancelou a troca do e-mail da conta',
  'rescue.done': 'trocou o e-mail da conta',
  'rescue.expired': 'encerrou uma troca de e-mail que ninguém confirmou',
  'rescue.refused': 'não pôde trocar o e-mail da conta',
  'message.done': 'marcou a mensagem como resolvida',
  'message.reopened': 'reabriu a mensagem',
  'ticket.answered': 'respondeu o atendimento',
  'ticket.marked_answered': 'marcou o atendimento como respondido',
  'ticket.solved': 'resolveu o atendimento',
  'ticket.reopened': 'reabriu o atendimento',
  'ready_answer.saved': 'salvou a resposta pronta',
  'ready_answer.deleted': 'apagou a resposta pronta',
  'given_up.retried': 'mandou tentar de novo o que a loja tinha desistido de fazer',
  'given_up.dismissed': 'dispensou o que a loja tinha desistido de fazer',
  'catalog.import_started': 'iniciou a atualização do catálogo',
  'catalog.tried': 'enviou um arquivo do catálogo para conferir',
  'catalog.published': 'publicou o catálogo',
  'catalog.described': 'mudou os nomes do catálogo',
  'catalog.deleted': 'removeu o catálogo',
  'account.exported': 'baixou os próprios dados',
  'account.deleted': 'excluiu a própria conta',
  'setting.changed': 'mudou a configuração',
  'import.tried': 'enviou um arquivo de outra loja para conferir',
  'import.started': 'trouxe um arquivo de outra loja',
  'import.undone': 'desfez o que veio de outra loja',
  'shop.exported': 'exportou a loja inteira',
  'statement.uploaded': 'enviou um extrato do banco',
  'difference.settled': 'resolveu uma diferença da conferência',
  'month.closed': 'fechou o mês',
  'closing.exported': 'baixou o fechamento em planilha',
};

/** The sentence for an action, with its sum or role if it has one. */
export function auditSentence(line: AuditLine): string {
  const { program } = line.details;
  return typeof program === 'string' ? `${sentenceOf(line)}, pelo programa ${program}` : sentenceOf(line);
}

function sentenceOf({ action, details, subjectId }: AuditLine): string {
  // The log outlives releases: an unknown name is shown unchanged.
  const sentence = SENTENCES[action] ?? action;
  const cents = details.amountCents ?? details.refundCents;
  const name = typeof details.name === 'string' ? `: ${details.name}` : roleNamed(details.role);
  if (action === 'setting.changed') {
    const isAnotherLogo = subjectId === 'brandLogo' && details.from && details.to;
    const to = isAnotherLogo ? 'outra' : settingWords(subjectId, details.to);
    return `${sentence}${name}, de ${settingWords(subjectId, details.from)} para ${to}`;
  }
  if (details.changes !== undefined) return `${sentence}${name}${changeWords(details.changes)}`;
  if (action === 'orders.exported') return `${sentence}: ${selectionWords(details)}`;
  if (action === 'stock.added') return `${sentence} (${Number(details.added)})`;
  if (action === 'stock.removed') return `${sentence} (${Number(details.removed)})`;
  if (action === 'stock.released') return `${sentence} (${Number(details.released)})`;
  return typeof cents === 'number' && cents > 0
    ? `${sentence} (${formatReais(cents)})`
    : `${sentence}${name}`;
}

function roleNamed(word: unknown): string {
  const role = roleOfWord(word);
  return role ? `: ${ROLE_WORDS[role].label}` : '';
}

const COUPON_FIELDS: Record<LoggedField, string> = {
  percent: 'percentual',
  amount_cents: 'valor',
  valid_from: 'início',
  valid_to: 'fim',
  max_uses: 'usos',
  max_per_person: 'usos por conta',
  min_total_cents: 'compra mínima',
  champion_id: 'campeão',
  creator: 'criador',
};

/** Old and new value of each field; of a creator, who is a person, only that there was and is one. */
function changeWords(changes: unknown): string {
  const told = Object.entries(COUPON_FIELDS).flatMap(([field, label]) => {
    const change = (changes as Record<string, { from: Told; to: Told } | undefined>)[field];
    return change
      ? `${label} de ${couponWords(field, change.from)} para ${couponWords(field, change.to)}`
      : [];
  });
  return told.length === 0 ? '' : `, ${told.join('; ')}`;
}

/** What a field of a coupon or of a selection may hold in the log. */
type Told = string | number | boolean | null | undefined;

function couponWords(field: string, value: Told): string {
  if (value === null || value === undefined) return 'nada';
  if (field === 'creator') return value ? 'alguém' : 'ninguém';
  if (typeof value === 'boolean') return value ? 'sim' : 'não';
  if (field.endsWith('_cents')) return formatReais(Number(value));
  if (field === 'valid_to') return formatDateTime(lastMoment(new Date(String(value))));
  if (field === 'valid_from') return formatDateTime(new Date(String(value)));
  return field === 'percent' ? `${String(value)} %` : String(value);
}

const SELECTION: Record<string, string> = {
  status: 'estado',
  from: 'de',
  to: 'até',
  skin: 'skin',
  sort: 'ordem',
  attention: 'em análise',
  late: 'atrasados',
  searched: 'com busca por pessoa ou pedido',
  chosen: 'escolhidos um a um',
};

function selectionWords(details: Record<string, unknown>): string {
  const told = Object.entries(SELECTION).flatMap(([name, label]) => {
    const value = details[name] as Told;
    if (value === undefined) return [];
    return value === true ? label : `${label} ${selectedWords(name, String(value))}`;
  });
  return told.length === 0 ? 'todos' : told.join(', ');
}

function selectedWords(name: string, value: string): string {
  if (name === 'status') return ORDER_STATUS_LABELS[value as keyof typeof ORDER_STATUS_LABELS] ?? value;
  if (name === 'sort') return value === 'due' ? 'de prazo' : 'de data';
  return isDay(value) ? writeDay(value) : value;
}

function settingWords(key: string, value: unknown): string {
  if (value === null || value === undefined) return 'nada';
  if (key === 'brandLogo') return 'uma imagem';
  if (typeof value === 'boolean') return value ? 'ligado' : 'desligado';
  if (typeof value === 'number') return key === 'flatPriceCents' ? formatReais(value) : String(value);
  if (typeof value === 'string') return `‘${optionsOf(key)[value] ?? value}’`;
  const { days, from, to } = value as { days?: number[]; from?: string; to?: string };
  return days
    ? `${days.map((day) => WEEKDAYS[day - 1]).join(', ')} das ${from} às ${to}`
    : JSON.stringify(value);
}

function optionsOf(key: string): Readonly<Record<string, string>> {
  const words: Partial<Record<string, SettingWords>> = SETTING_WORDS;
  return words[key]?.options ?? {};
}

/** Monday is the first. */
const WEEKDAYS = ['seg', 'ter', 'qua', 'qui', 'sex', 'sáb', 'dom'];

export function auditActor({ actorName, actorId, action }: AuditLine): string {
  if (actorName !== null) return actorName;
  if (actorId !== null) return 'Conta excluída';
  return action.startsWith('role.') || action === 'second_factor.reset' ? 'Linha de comando' : 'Sistema';
}

const SUBJECTS: Record<AuditLine['subjectType'], string> = {
  order: 'Pedido',
  skin_file: 'Skin',
  stock: 'Estoque de',
  patch: 'Patch:',
  api_key: 'Chave',
  request: 'Pedido de assistente',
  webhook: 'Webhook',
  coupon: 'Cupom',
  review: 'Avaliação',
  product: 'Produto',
  user: 'Conta',
  message: 'Mensagem',
  ticket: 'Atendimento',
  ready_answer: 'Resposta pronta',
  given_up: 'Pendência',
  catalog: 'Catálogo',
  setting: 'Configuração',
  selection: 'Planilha',
  import: 'Mudança',
  statement: 'Extrato',
  difference: 'Diferença',
  closing: 'Fechamento',
};

/** Their ids are words. */
const NAMED_IN_FULL: readonly AuditLine['subjectType'][] = [
  'catalog',
  'skin_file',
  'stock',
  'patch',
  'coupon',
];

/** Those about skins, with the names that the catalogue has. */
export const nameSkins = (catalog: Pick<Catalog, 'findSkin'>, lines: AuditLine[]): AuditLine[] =>
  lines.map((line) => {
    const isSkin = line.subjectType === 'skin_file' || line.subjectType === 'stock';
    const sku = isSkin ? readSkinKey(line.subjectId) : null;
    return sku === null ? line : { ...line, subjectName: catalog.findSkin(sku)?.name ?? null };
  });

/** Those about what is on sale, with the names that the catalogues have. */
export function nameSources(
  catalogs: readonly { id: string; name: string }[],
  lines: AuditLine[],
): AuditLine[] {
  const names = new Map(catalogs.map(({ id, name }) => [shelfOf(id), name]));
  names.set(OWN_SHELF.id, OWN_SHELF.name);
  const told = (sources: unknown) =>
    Array.isArray(sources)
      ? sources.map((source: string) => names.get(source) ?? 'um catálogo removido').join(', ')
      : sources;
  return lines.map((line) =>
    line.subjectType === 'setting' && line.subjectId === 'catalogSources'
      ? { ...line, details: { ...line.details, from: told(line.details.from), to: told(line.details.to) } }
      : line,
  );
}

/** Those about the providers, with their names. */
export function nameProviders(shop: Parameters<typeof nameProvider>[0], lines: AuditLine[]): AuditLine[] {
  const told = (value: unknown) => {
    if (!value) return value;
    const { order, paused } = value as { order: string[]; paused: string[] };
    return order
      .map((name) => nameProvider(shop, name).label + (paused.includes(name) ? ' (parado)' : ''))
      .join(', ');
  };
  return lines.map((line) =>
    line.subjectType === 'setting' && line.subjectId === 'pixGateways'
      ? { ...line, details: { ...line.details, from: told(line.details.from), to: told(line.details.to) } }
      : line,
  );
}

export function auditSubject({ subjectType, subjectId, subjectName }: AuditLine): string {
  const kind = SUBJECTS[subjectType] ?? subjectType;
  if (subjectType === 'user') return subjectName === null ? 'Conta excluída' : `Conta de ${subjectName}`;
  if (subjectType === 'setting' || subjectType === 'selection') return kind;
  return NAMED_IN_FULL.includes(subjectType)
    ? `${kind} ${subjectName ?? subjectId}`
    : `${kind} #${subjectId.slice(0, 8)}`;
}
