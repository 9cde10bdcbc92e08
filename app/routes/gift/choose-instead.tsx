import { Form } from 'react-router';
import { Button } from '#app/ui/form/button.tsx';
import { TextField } from '#app/ui/form/text-field.tsx';
import { useGroupWords } from '#app/ui/frame/use-group-words.ts';
import { Splash } from '#app/ui/skin/splash.tsx';
import type { Choice } from './list-choices.ts';

/** Who owns the skin of a gift takes another one in its place: a search and a button for each, without scripts too. */
export function ChooseInstead({
  query,
  skins,
  skinName,
}: {
  query: string;
  skins: Choice[];
  skinName: string;
}) {
  const { search } = useGroupWords();
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
              <Form method="post" className="flex flex-1 flex-col p-4">
                <input type="hidden" name="instead" value={skin.key} />
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
