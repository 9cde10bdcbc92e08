import { useEffect } from 'react';
import { Link, useFetcher, useNavigate } from 'react-router';
import { Badge } from '#app/ui/list/badge.tsx';
import { FoldedList } from '#app/ui/list/folded-list.tsx';
import { LinkButton } from '#app/ui/form/link-button.tsx';
import { useGroupWords } from '#app/ui/frame/use-group-words.ts';
import { useCart } from '#app/ui/cart/cart.tsx';
import { skinPath } from '#app/ui/skin/skin-path.ts';
import { Splash } from '#app/ui/skin/splash.tsx';
import { showToast } from '#app/ui/feedback/toast.ts';
import type { Completion } from '#app/routes/cart/complete-champion.ts';
import { formatReais } from '#shop/text/format-reais.ts';

/** How far the collection is with a champion, and what the rest costs today. */
export interface ChampionState {
  championId: string;
  championName: string;
  owned: number;
  total: number;
  /** All of them. `splashPath` null: it is missing. */
  skins: { sku: string; name: string; splashPath: string | null }[];
  /** How many of the rest are for sale. */
  missingCount: number;
  missingCents: number;
}

/** As many as a phone shows on one screen. */
const SHOWN = 4;

export function ChampionList({ champions }: { champions: ChampionState[] }) {
  const { isBusy, complete } = useCompletion();
  const { one, many } = useGroupWords();
  return (
    <section aria-labelledby="champions-title" className="mt-10">
      <h2 id="champions-title" className="text-lg sm:text-xl">
        Por {one}
      </h2>
      <FoldedList
        limit={SHOWN}
        noun={many}
        className="mt-4 divide-y divide-line rounded-card border border-line bg-surface"
      >
        {champions.map((champion) => (
          <ChampionRow key={champion.championId} champion={champion} isBusy={isBusy} complete={complete} />
        ))}
      </FoldedList>
    </section>
  );
}

function ChampionRow({
  champion: { championId, championName, owned, total, skins, missingCount, missingCents },
  isBusy,
  complete,
}: ReturnType<typeof useCompletion> & { champion: ChampionState }) {
  const left = total - owned;
  return (
    <li className="flex flex-wrap items-center justify-between gap-x-4 gap-y-3 px-4 py-3.5 sm:px-5">
      <span className="min-w-0 grow basis-48">
        <span className="font-heading text-sm font-semibold break-words sm:text-base">{championName}</span>
        <span className="block text-xs text-muted">
          Você tem {owned} de {total}
          {left > 0 && `, ${left === 1 ? 'falta 1' : `faltam ${left}`}`}
        </span>
      </span>
      <ul className="flex basis-full flex-wrap gap-2 sm:order-last" aria-label={`Skins de ${championName}`}>
        {skins.map((skin) => (
          <li key={skin.sku}>
            <SkinTile championName={championName} skin={skin} />
          </li>
        ))}
      </ul>
      {left === 0 ? (
        <Badge tone="ok">Completa</Badge>
      ) : missingCount === 0 ? (
        <Badge>Fora de venda</Badge>
      ) : (
        <LinkButton
          // Without scripts there is no cart to fill: the champion's shelf shows what is missing.
          to={`/loja?campeao=${championId}`}
          variant="outline"
          className="w-full sm:w-auto"
          aria-busy={isBusy || undefined}
          onClick={(event) => {
            event.preventDefault();
            if (!isBusy) complete(championId);
          }}
        >
          {missingCount === left ? 'Completar' : `Comprar ${missingCount}`} por {formatReais(missingCents)}
          <span className="sr-only">: {championName}</span>
        </LinkButton>
      )}
    </li>
  );
}

/** Its art, or an outline in its place. */
function SkinTile({
  championName,
  skin: { sku, name, splashPath },
}: {
  championName: string;
  skin: ChampionState['skins'][number];
}) {
  const label = splashPath ? name : `${name}, falta`;
  return (
    <Link
      to={skinPath({ sku })}
      title={label}
      aria-label={label}
      className={`block h-11 w-16 overflow-hidden rounded-control border ${splashPath ? 'border-line hover:border-muted/50' : 'border-dashed border-muted/60 hover:border-text'}`}
    >
      {splashPath && <Splash skin={{ splashPath, color: null, name, championName }} sizes="64px" alt="" />}
    </Link>
  );
}

/** Puts what is missing of a champion into the cart, and leads there. */
function useCompletion() {
  const fetcher = useFetcher<Completion>();
  const cart = useCart();
  const navigate = useNavigate();
  const { data } = fetcher;
  useEffect(() => {
    if (data === undefined) return;
    if (data.items === null) {
      showToast({
        title: 'Erro ao completar a coleção',
        description: 'Nada mudou. Tente de novo em instantes.',
        tone: 'danger',
      });
      return;
    }
    cart.addAll(data.items);
    void navigate('/carrinho');
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- Once for each answer, and not when the cart has changed by it.
  }, [data]);
  return {
    isBusy: fetcher.state === 'loading',
    complete: (championId: string) =>
      void fetcher.load(`/carrinho/completar?${new URLSearchParams({ campeao: championId })}`),
  };
}
