import {
  BookImage,
  Bot,
  Boxes,
  ChartColumn,
  Flame,
  FolderDown,
  HeartPulse,
  KeyRound,
  Landmark,
  LifeBuoy,
  MailCheck,
  MessageSquare,
  Plug,
  Scale,
  PackageCheck,
  ScrollText,
  Settings,
  ShoppingBag,
  Star,
  TicketPercent,
  TriangleAlert,
  Truck,
  Users,
  Wrench,
  type LucideIcon,
} from 'lucide-react';
import { mayDo, type Right, type StaffRole } from '#shop/accounts/staff/rights.ts';

export interface PanelScreen {
  to: string;
  label: string;
  icon: LucideIcon;
  right: Right;
  /** What loads, where that is not its name. */
  loads?: string;
  /** Its name in the bar of a phone, where the usual one is too long. */
  short?: string;
  /** What the number beside it counts, where its name does not say so. */
  counted?: string;
  /** In the colour of what is late. */
  isUrgent?: true;
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
        right: 'orders.read',
        counted: 'em atraso',
        isUrgent: true,
      },
      {
        to: '/admin/mesa',
        label: 'Mesa de entrega',
        icon: PackageCheck,
        right: 'orders.deliver',
        loads: 'mesa',
        short: 'Mesa',
        counted: 'à espera',
      },
      {
        to: '/admin/atencao',
        label: 'Atenção',
        icon: TriangleAlert,
        right: 'orders.read',
        loads: 'pendências',
      },
      { to: '/admin/arquivos', label: 'Arquivos', icon: FolderDown, right: 'files.manage' },
      { to: '/admin/procura', label: 'Mais pedidas', icon: Flame, right: 'files.manage' },
      { to: '/admin/estoque', label: 'Chaves', icon: KeyRound, right: 'files.manage' },
      { to: '/admin/patch', label: 'Patch', icon: Wrench, right: 'patch.manage' },
      {
        to: '/admin/pedidos-de-assistente',
        label: 'Assistentes',
        icon: Bot,
        right: 'orders.read',
        loads: 'pedidos de assistente',
        counted: 'à espera',
      },
    ],
  },
  {
    name: 'Loja',
    screens: [
      { to: '/admin/produtos', label: 'Produtos', icon: Boxes, right: 'products' },
      { to: '/admin/catalogo', label: 'Catálogo', icon: BookImage, right: 'catalog' },
      { to: '/admin/cupons', label: 'Cupons', icon: TicketPercent, right: 'coupons' },
    ],
  },
  {
    name: 'Pessoas',
    screens: [
      {
        to: '/admin/atendimento',
        label: 'Atendimento',
        icon: LifeBuoy,
        right: 'tickets',
        loads: 'atendimentos',
      },
      { to: '/admin/mensagens', label: 'Mensagens', icon: MessageSquare, right: 'tickets' },
      {
        to: '/admin/emails',
        label: 'Troca de e-mail',
        icon: MailCheck,
        right: 'rescue',
        loads: 'trocas de e-mail',
      },
      { to: '/admin/avaliacoes', label: 'Avaliações', icon: Star, right: 'reviews' },
      { to: '/admin/equipe', label: 'Equipe', icon: Users, right: 'team' },
    ],
  },
  {
    name: 'Gestão',
    screens: [
      { to: '/admin/numeros', label: 'Números', icon: ChartColumn, right: 'numbers' },
      {
        to: '/admin/provedores',
        label: 'Provedores de PIX',
        icon: Landmark,
        right: 'providers',
        loads: 'provedores de PIX',
      },
      {
        to: '/admin/conferencia',
        label: 'Conferência',
        icon: Scale,
        right: 'reconciliation',
        loads: 'a conferência',
      },
      { to: '/admin/programas', label: 'Programas', icon: Plug, right: 'programs' },
      { to: '/admin/mudanca', label: 'Mudança', icon: Truck, right: 'moving', loads: 'a mudança' },
      { to: '/admin/configuracoes', label: 'Configurações', icon: Settings, right: 'settings' },
      { to: '/admin/saude', label: 'Saúde da loja', icon: HeartPulse, right: 'settings' },
      { to: '/admin/registro', label: 'Registro', icon: ScrollText, right: 'log' },
    ],
  },
];

/** In the bar of a phone, as far as the role opens them. */
const IN_BAR = ['/admin', '/admin/mesa', '/admin/atencao', '/admin/atendimento'];

/** The groups with what this role opens; a group without a screen is left out. */
export function panelGroups(role: StaffRole): PanelGroup[] {
  return PANEL_GROUPS.map(({ name, screens }) => ({
    name,
    screens: screens.filter(({ right }) => mayDo(role, right)),
  })).filter(({ screens }) => screens.length > 0);
}

export function barScreens(groups: PanelGroup[]): PanelScreen[] {
  return groups.flatMap(({ screens }) => screens.filter(({ to }) => IN_BAR.includes(to)));
}

/** `aria-current` of an entry: an order's page belongs to the orders, a thread to the tickets. */
export function currentOf(to: string, pathname: string): 'page' | 'true' | undefined {
  if (pathname === to) return 'page';
  if (to === '/admin') return pathname.startsWith('/admin/pedidos/') ? 'true' : undefined;
  return to === '/admin/atendimento' && pathname.startsWith(`${to}/`) ? 'true' : undefined;
}
