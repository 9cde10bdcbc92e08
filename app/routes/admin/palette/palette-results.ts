import { skinPath } from '#app/ui/skin/skin-path.ts';
import { foldText } from '#shop/catalog/search/fold-text.ts';
import {
  CHAPTER_IDS,
  SETTING_CHAPTERS,
  SETTING_WORDS,
  type SettingWords,
} from '#shop/settings/setting-words.ts';
import { ORDER_STATUS_LABELS } from '#shop/states/order-status.ts';
import type { PanelGroup } from '../panel/panel-screens.ts';
import type { FoundSkin } from '../skin-search.tsx';
import { chapterPath } from '../settings/chapter-nav.tsx';

export interface PaletteEntry {
  /** Unique among all entries. */
  to: string;
  label: string;
  /** Quieter, beside the label. */
  about: string;
}

export interface PaletteSection {
  name: string;
  entries: PaletteEntry[];
}

/** What of `GET /api/admin/orders` the palette shows. */
export interface FoundOrder {
  id: string;
  customer_name: string;
  customer_email: string;
  status: string;
  order_items: { skin_name: string }[];
}

/** More help nobody: a longer text finds fewer. */
const MOST = 6;

/** Everything that the typed text finds, in sections; without a text all screens. Empty sections are left out. */
export function paletteSections(
  query: string,
  groups: PanelGroup[],
  { orders, skins }: { orders: FoundOrder[]; skins: FoundSkin[] },
): PaletteSection[] {
  const wanted = foldText(query);
  const screens = groups.flatMap(({ name, screens }) =>
    screens
      .filter(({ label }) => foldText(`${label} ${name}`).includes(wanted))
      .map(({ to, label }) => ({ to, label, about: name })),
  );
  const maySet = groups.some(({ screens }) => screens.some(({ right }) => right === 'settings'));
  const labels: Readonly<Record<string, string>> = ORDER_STATUS_LABELS;
  return [
    { name: 'Telas', entries: screens },
    { name: 'Configurações', entries: maySet && wanted !== '' ? findSettings(wanted) : [] },
    {
      name: 'Pedidos',
      entries: orders.slice(0, MOST).map((order) => ({
        to: `/admin/pedidos/${order.id}`,
        label: `Pedido #${order.id.slice(0, 8)}`,
        about: [
          labels[order.status] ?? order.status,
          skinsOf(order),
          order.customer_name,
          order.customer_email,
        ].join(' · '),
      })),
    },
    {
      name: 'Skins',
      entries: skins.slice(0, MOST).map(({ sku, championName, name }) => ({
        to: skinPath({ sku }),
        label: name,
        about: championName,
      })),
    },
  ].filter(({ entries }) => entries.length > 0);
}

function skinsOf({ order_items: [first, ...others] }: FoundOrder): string {
  if (!first) return 'Cobrança avulsa';
  return others.length > 0 ? `${first.skin_name} e mais ${others.length}` : first.skin_name;
}

/** Chapters, and single settings in their chapter. */
function findSettings(wanted: string): PaletteEntry[] {
  const chapters = CHAPTER_IDS.map((id) => ({
    to: chapterPath(id),
    label: SETTING_CHAPTERS[id].title,
    about: 'Configurações',
  }));
  const settings = Object.entries<SettingWords>(SETTING_WORDS).flatMap(([key, { chapter, label }]) =>
    chapter === null
      ? []
      : [{ to: `${chapterPath(chapter)}#${key}`, label, about: SETTING_CHAPTERS[chapter].title }],
  );
  return [...chapters, ...settings].filter(({ label }) => foldText(label).includes(wanted)).slice(0, MOST);
}
