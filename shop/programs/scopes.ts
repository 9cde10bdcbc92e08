import { mayDo, type Right, type StaffRole } from '#shop/accounts/staff/rights.ts';

/** What a key may be made for, with what a person reads beside its box. */
export const SCOPES = {
  'orders:read': 'Ver pedidos e o que está em Atenção',
  'orders:deliver': 'Entregar: mesa e links',
  'orders:refund': 'Devolver dinheiro',
  'orders:write': 'Cancelar e lançar pedidos',
  'files:write': 'Arquivos das skins e dia de patch',
  'catalog:read': 'Ver catálogo e produtos',
  'catalog:write': 'Mudar produtos',
  'coupons:read': 'Ver cupons',
  'coupons:write': 'Criar e mudar cupons',
  'tickets:read': 'Ler o atendimento',
  'tickets:write': 'Responder no atendimento',
  'reviews:write': 'Esconder e mostrar avaliações',
  'disputes:read': 'Ver contestações e provas de entrega',
  'numbers:read': 'Ver números',
  'settings:read': 'Ver configurações',
  'settings:write': 'Mudar configurações',
  'audit:read': 'Ler o registro',
  'requests:write': 'Pedir o que uma pessoa confirma',
  'webhooks:write': 'Criar, mudar e reenviar webhooks',
} as const;

export type Scope = keyof typeof SCOPES;

export const isScope = (text: string): text is Scope => Object.hasOwn(SCOPES, text);

/** The scope that opens what staff need this right for: to look, and to change. null: open to no program. */
const SCOPE_OF: Readonly<Record<Right, { read: Scope | null; write: Scope | null }>> = {
  'orders.read': { read: 'orders:read', write: null },
  'orders.deliver': { read: 'orders:deliver', write: 'orders:deliver' },
  'orders.cancel_paid': { read: null, write: 'orders:write' },
  'orders.manual': { read: null, write: 'orders:write' },
  refunds: { read: null, write: 'orders:refund' },
  'files.manage': { read: 'files:write', write: 'files:write' },
  'patch.manage': { read: 'files:write', write: 'files:write' },
  evidence: { read: 'disputes:read', write: null },
  disputes: { read: 'disputes:read', write: null },
  tickets: { read: 'tickets:read', write: 'tickets:write' },
  reviews: { read: 'reviews:write', write: 'reviews:write' },
  providers: { read: null, write: null },
  numbers: { read: 'numbers:read', write: null },
  coupons: { read: 'coupons:read', write: 'coupons:write' },
  products: { read: 'catalog:read', write: 'catalog:write' },
  catalog: { read: 'catalog:read', write: 'catalog:write' },
  settings: { read: 'settings:read', write: 'settings:write' },
  log: { read: 'audit:read', write: null },
  webhooks: { read: 'webhooks:write', write: 'webhooks:write' },
  csv: { read: null, write: null },
  rescue: { read: null, write: null },
  given_up: { read: null, write: null },
  'disputes.release': { read: null, write: null },
  team: { read: null, write: null },
  programs: { read: null, write: null },
  moving: { read: null, write: null },
  reconciliation: { read: null, write: null },
};

export const scopeOf = (right: Right, isRead: boolean): Scope | null =>
  SCOPE_OF[right][isRead ? 'read' : 'write'];

/** A scope that opens something to another right too. */
export const ALSO_OPENS = { 'catalog:read': 'orders.read' } as const satisfies Partial<Record<Scope, Right>>;

/** Those of a key that its maker's role still gives. */
export const scopesNow = ({ scopes, role }: { scopes: readonly string[]; role: StaffRole }): string[] =>
  scopes.filter((scope) => {
    const rights = (Object.keys(SCOPE_OF) as Right[]).filter(
      (right) =>
        Object.values(SCOPE_OF[right]).includes(scope as Scope) ||
        (ALSO_OPENS as Partial<Record<string, Right>>)[scope] === right,
    );
    return rights.length === 0 || rights.some((right) => mayDo(role, right));
  });

/** A key holds never more than its maker's role has at the moment of the call. */
export const mayCall = (
  { scopes, role }: { scopes: readonly string[]; role: StaffRole | null },
  right: Right,
  scope: Scope,
): boolean => scopes.includes(scope) && mayDo(role, right);
