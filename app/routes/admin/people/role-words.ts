import type { StaffRole } from '#shop/accounts/staff/rights.ts';

/** The roles for people to read, and what each may do. */
export const ROLE_WORDS: Record<StaffRole, { label: string; allows: string }> = {
  owner: { label: 'Dono', allows: 'Tudo, inclusive produtos, catálogo, configurações e equipe.' },
  delivery: { label: 'Entrega', allows: 'Vê os pedidos. Envia links, cuida dos arquivos e do dia de patch.' },
  support: {
    label: 'Atendimento',
    allows: 'Vê os pedidos. Responde mensagens, modera avaliações e recupera contas.',
  },
  finance: {
    label: 'Financeiro',
    allows: 'Vê os pedidos. Reembolsa, cancela, cuida de contestações, cupons e números, e lê o registro.',
  },
};
