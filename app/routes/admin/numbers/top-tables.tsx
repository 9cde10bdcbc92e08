import { useGroupWords } from '#app/ui/frame/use-group-words.ts';
import type { SoldChampion, SoldSkin } from '#shop/numbers/list-top-skins.ts';
import { formatReais } from '#shop/text/format-reais.ts';
import { groupThousands } from '#shop/text/group-thousands.ts';

/** What sold most. Its money is the share of each skin in what was paid. */
export function TopTables({ skins, champions }: { skins: SoldSkin[]; champions: SoldChampion[] }) {
  const { one } = useGroupWords();
  if (skins.length === 0) return null;
  return (
    <div className="mt-8 grid items-start gap-8 lg:grid-cols-2">
      <TopTable
        title="Skins mais vendidas"
        rows={skins.map((skin) => ({
          key: skin.sku,
          name: skin.skinName,
          of: skin.championName,
          ...skin,
        }))}
      />
      <TopTable
        title={`Mais vendidos por ${one}`}
        rows={champions.map((champion) => ({
          key: champion.championId,
          name: champion.championName,
          of: null,
          ...champion,
        }))}
      />
    </div>
  );
}

interface Row {
  key: string;
  name: string;
  of: string | null;
  sold: number;
  revenueCents: number;
}

function TopTable({ title, rows }: { title: string; rows: Row[] }) {
  return (
    <table className="w-full text-sm tabular-nums">
      <caption className="pb-2 text-left text-base font-semibold">{title}</caption>
      <thead className="text-xs text-muted">
        <tr>
          <th scope="col" className="py-2 text-left font-medium">
            Nome
          </th>
          <th scope="col" className="py-2 pl-3 text-right font-medium">
            Vendas
          </th>
          <th scope="col" className="py-2 pl-3 text-right font-medium">
            Recebido
          </th>
        </tr>
      </thead>
      <tbody>
        {rows.map(({ key, name, of, sold, revenueCents }) => (
          <tr key={key} className="border-t border-line">
            <th scope="row" className="py-2.5 text-left font-normal [overflow-wrap:anywhere]">
              {name}
              {of !== null && <span className="block text-xs text-muted">{of}</span>}
            </th>
            <td className="py-2.5 pl-3 text-right">{groupThousands(sold)}</td>
            <td className="py-2.5 pl-3 text-right whitespace-nowrap">{formatReais(revenueCents)}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
