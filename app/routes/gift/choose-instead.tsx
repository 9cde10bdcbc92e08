import { Form, useNavigation } from 'react-router';
import { Button } from '#app/ui/form/button.tsx';
import { LinkButton } from '#app/ui/form/link-button.tsx';
import { TextField } from '#app/ui/form/text-field.tsx';
import { useGroupWords } from '#app/ui/frame/use-group-words.ts';
import { Splash } from '#app/ui/skin/splash.tsx';
import type { Choice } from './list-choices.ts';

/**
 * Who owns the skin of a gift takes another one in its place: a search and a button for each, which asks once more, as
 * there is no way back. Without scripts too.
 */
export function ChooseInstead({
  query,
  skins,
  chosenKey,
  skinName,
}: {
  query: string;
  skins: Choice[];
  /** null: none yet. */
  chosenKey: string | null;
  skinName: string;
}) {
  const { search } = useGroupWords();
  // One that was taken off sale meanwhile is not among them, and the list is there again.
  const chosen = skins.find(({ key }) => key === chosenKey);
  if (chosen) return <Chosen skin={chosen} query={query} />;
  return (
    <section aria-labelledby="outra" className="mt-8">
      <h2 id="outra" className="text-lg">
        Escolha outra no lugar de {skinName}
      </h2>
      <Form method="get" role="search" className="mt-4 flex flex-wrap items-end gap-3">
        <div className="min-w-0 flex-1">
          <TextField label={search} name="q" type="search" defaultValue={query} maxLength={100} />
        </div>
        <Button type="submit" variant="outline">
          Procurar
        </Button>
      </Form>
      {skins.length === 0 ? (
        <p className="mt-5 text-muted">Nenhuma skin encontrada. Procure por outro nome.</p>
      ) : (
        <ul className="mt-5 grid gap-4 sm:grid-cols-2">
          {skins.map((skin) => (
            <li
              key={skin.key}
              className="flex flex-col overflow-hidden rounded-card border border-line bg-surface"
            >
              <div className="aspect-video overflow-hidden">
                <Splash skin={skin} sizes="(min-width: 640px) 312px, 100vw" alt="" />
              </div>
              <Form method="get" action="#outra" className="flex flex-1 flex-col p-4">
                {query && <input type="hidden" name="q" value={query} />}
                <input type="hidden" name="escolha" value={skin.key} />
                <p className="font-semibold break-words">{skin.name}</p>
                <p className="text-sm text-muted">{skin.championName}</p>
                <div className="mt-auto pt-3">
                  <Button type="submit" className="w-full" aria-label={`Escolher esta: ${skin.name}`}>
                    Escolher esta
                  </Button>
                </div>
              </Form>
            </li>
          ))}
        </ul>
      )}
    </section>
  );
}

function Chosen({ skin, query }: { skin: Choice; query: string }) {
  const isSending = useNavigation().formMethod === 'POST';
  return (
    <section aria-labelledby="outra" className="mt-8">
      <h2 id="outra" className="text-lg break-words">
        Ficar com {skin.name}? Não dá para trocar depois.
      </h2>
      <div className="mt-4 overflow-hidden rounded-card border border-line bg-surface">
        <div className="aspect-video overflow-hidden">
          <Splash skin={skin} sizes="(min-width: 672px) 640px, 100vw" alt="" />
        </div>
        <Form method="post" className="flex flex-col gap-3 p-4 sm:p-6">
          <input type="hidden" name="instead" value={skin.key} />
          <p className="text-sm text-muted">{skin.championName}</p>
          <Button type="submit" size="large" loading={isSending} loadingLabel="Abrindo...">
            Ficar com {skin.name}
          </Button>
          <LinkButton to={`?${new URLSearchParams({ q: query })}#outra`} variant="ghost">
            Ver as outras
          </LinkButton>
        </Form>
      </div>
    </section>
  );
}
