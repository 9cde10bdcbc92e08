import {
  BookImage,
  Boxes,
  ChartColumn,
  FolderDown,
  HeartPulse,
  LifeBuoy,
  MailCheck,
  MessageSquare,
  PackageCheck,
  ScrollText,
  Settings,
  ShoppingBag,
  Star,
  TicketPercent,
  TriangleAlert,
  Users,
  Wrench,
  type LucideIcon,
} from 'lucide-react';
import { mayDo, type Right, type StaffRole } from '#shop/accounts/staff/rights.ts';

export interface PanelScreen {
  to: string;
  label: string;
  icon: LucideIcon;
  /** What is said while it loads. */
  loading: string;
  right: Right;
  /** Its place among those that want to stand in the bar of a phone, and its name there if the usual one is too long. */
  bar?: { place: number; label?: string };
  /** What the number beside it counts, where its name does not say so; `isUrgent`: in the colour of what is late. */
  counted?: { noun: string; isUrgent: boolean };
}

export interface PanelGroup {
  name: string;
  screens: readonly PanelScreen[];
}

/** Every screen of the panel, in its group. The side navigation, the bar on a phone and the command palette read it. */
const PANEL_GROUPS: readonly PanelGroup[] = [
  {
    name: 'Vendas',
    screens: [
      {
        to: '/admin',
        label: 'Pedidos',
        icon: ShoppingBag,
        loading: 'Carregando pedidos...',
        right: 'orders.read',
        bar: { place: 1 },
        counted: { noun: 'em atraso', isUrgent: true },
      },
      {
        to: '/admin/mesa',
        label: 'Mesa de entrega',
        icon: PackageCheck,
        loading: 'Carregando mesa...',
        right: 'orders.deliver',
        bar: { place: 2, label: 'Mesa' },
        counted: { noun: 'à espera', isUrgent: false },
      },
      {
        to: '/admin/atencao',
        label: 'Atenção',
        icon: TriangleAlert,
        loading: 'Carregando pendências...',
        right: 'orders.read',
        bar: { place: 3 },
      },
      {
        to: '/admin/arquivos',
        label: 'Arquivos',
        icon: FolderDown,
        loading: 'Carregando arquivos...',
        right: 'files.manage',
      },
      {
        to: '/admin/patch',
        label: 'Patch',
        icon: Wrench,
        loading: 'Carregando patch...',
        right: 'patch.manage',
      },
    ],
  },
  {
    name: 'Loja',
    screens: [
      {
        to: '/admin/produtos',
        label: 'Produtos',
        icon: Boxes,
        loading: 'Carregando produtos...',
        right: 'products',
      },
      {
        to: '/admin/catalogo',
        label: 'Catálogo',
        icon: BookImage,
        loading: 'Carregando catálogo...',
        right: 'catalog',
      },
      {
        to: '/admin/cupons',
        label: 'Cupons',
        icon: TicketPercent,
        loading: 'Carregando cupons...',
        right: 'coupons',
      },
    ],
  },
  {
    name: 'Pessoas',
    screens: [
      {
        to: '/admin/atendimento',
        label: 'Atendimento',
        icon: LifeBuoy,
        loading: 'Carregando atendimentos...',
        right: 'tickets',
        bar: { place: 4 },
      },
      {
        to: '/admin/mensagens',
        label: 'Mensagens',
        icon: MessageSquare,
        loading: 'Carregando mensagens...',
        right: 'tickets',
      },
      {
        to: '/admin/emails',
        label: 'Troca de e-mail',
        icon: MailCheck,
        loading: 'Carregando trocas de e-mail...',
        right: 'rescue',
      },
      {
        to: '/admin/avaliacoes',
        label: 'Avaliações',
        icon: Star,
        loading: 'Carregando avaliações...',
        right: 'reviews',
      },
      { to: '/admin/equipe', label: 'Equipe', icon: Users, loading: 'Carregando equipe...', right: 'team' },
    ],
  },
  {
    name: 'Gestão',
    screens: [
      {
        to: '/admin/numeros',
        label: 'Números',
        icon: ChartColumn,
        loading: 'Carregando números...',
        right: 'numbers',
      },
      {
        to: '/admin/configuracoes',
        label: 'Configurações',
        icon: Settings,
        loading: 'Carregando configurações...',
        right: 'settings',
      },
      {
        to: '/admin/saude',
        label: 'Saúde da loja',
        icon: HeartPulse,
        loading: 'Carregando saúde da loja...',
        right: 'settings',
      },
      {
        to: '/admin/registro',
        label: 'Registro',
        icon: ScrollText,
        loading: 'Carregando registro...',
        right: 'log',
      },
    ],
  },
];

const BAR_PLACES = 4;

/** The groups with what this role opens; a group without a screen is left out. */
export function panelGroups(role: StaffRole): PanelGroup[] {
  return PANEL_GROUPS.map(({ name, screens }) => ({
    name,
    screens: screens.filter(({ right }) => mayDo(role, right)),
  })).filter(({ screens }) => screens.length > 0);
}

/** What stands in the bar of a phone: the first four that this role opens. */
export function barScreens(groups: PanelGroup[]): PanelScreen[] {
  return groups
    .flatMap(({ screens }) => screens.filter(({ bar }) => bar))
    .toSorted((one, other) => one.bar!.place - other.bar!.place)
    .slice(0, BAR_PLACES);
}

/** `aria-current` of an entry: an order's page belongs to the orders, a thread to the tickets. */
export function currentOf(to: string, pathname: string): 'page' | 'true' | undefined {
  if (pathname === to) return 'page';
  if (to === '/admin') return pathname.startsWith('/admin/pedidos/') ? 'true' : undefined;
  return to === '/admin/atendimento' && pathname.startsWith(`${to}/`) ? 'true' : undefined;
}
