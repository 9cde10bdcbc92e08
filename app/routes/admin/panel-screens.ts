import type { Right } from '#shop/accounts/staff/rights.ts';

export interface PanelScreen {
  to: string;
  label: string;
  /** What is said while it loads. */
  loading: string;
  right: Right;
}

/** Every screen of the panel by group. An entry is shown to whom the role gives its right. */
export const PANEL_SCREENS: readonly { group: string; screens: readonly PanelScreen[] }[] = [
  {
    group: 'Pedidos',
    screens: [
      { to: '/admin', label: 'Pedidos', loading: 'Carregando pedidos...', right: 'orders.read' },
      { to: '/admin/atencao', label: 'Atenção', loading: 'Carregando pendências...', right: 'orders.read' },
    ],
  },
  {
    group: 'Loja',
    screens: [
      { to: '/admin/produtos', label: 'Produtos', loading: 'Carregando produtos...', right: 'products' },
      { to: '/admin/catalogo', label: 'Catálogo', loading: 'Carregando catálogo...', right: 'catalog' },
    ],
  },
  {
    group: 'Pessoas',
    screens: [
      { to: '/admin/mensagens', label: 'Mensagens', loading: 'Carregando mensagens...', right: 'tickets' },
      { to: '/admin/equipe', label: 'Equipe', loading: 'Carregando equipe...', right: 'team' },
    ],
  },
  {
    group: 'Gestão',
    screens: [
      {
        to: '/admin/configuracoes',
        label: 'Configurações',
        loading: 'Carregando configurações...',
        right: 'settings',
      },
      { to: '/admin/registro', label: 'Registro', loading: 'Carregando registro...', right: 'log' },
    ],
  },
];
