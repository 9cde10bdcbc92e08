import { OperationForm, SubmitButton, useOperationForm } from '#app/ui/form/operation-form.tsx';
import { Notice } from '../../messages/picture-field.tsx';
import type { ShownCatalog } from '#shop/file-catalogs/shown-catalog.ts';
import { FileCatalogCard } from './file-catalog-card.tsx';
import { SendCatalogForm } from './send-catalog-form.tsx';

const EXAMPLE = `group;name;id;price;rarity;picture
Espadas;Espada de gelo;espada-gelo;19,90;rara;gelo.png
Escudos;Escudo do norte;escudo-norte;;;`;

/** Goods that the owner brings as a file, and what of all is on sale. */
export function FileCatalogs({
  catalogs,
  sources,
  refused,
}: {
  catalogs: ShownCatalog[];
  sources: readonly string[];
  refused: string | undefined;
}) {
  const published = catalogs.filter(({ publishedAt }) => publishedAt);
  return (
    <>
      <section aria-labelledby="on-sale-title" className="mt-6">
        <h3 id="on-sale-title" className="font-semibold">
          À venda
        </h3>
        <OperationForm
          does="catalogs.choose"
          failed="Nada mudou"
          done={{ title: 'Catálogos à venda salvos' }}
          about="catalog"
          className="mt-2"
        >
          <fieldset>
            <legend className="text-sm text-muted">O que a loja mostra e vende agora:</legend>
            <Source value="lol" label="Skins de campeões" isOn={sources.includes('lol')} />
            {published.map(({ id, name }) => (
              <Source key={id} value={`file:${id}`} label={name} isOn={sources.includes(`file:${id}`)} />
            ))}
          </fieldset>
          <Wrong />
          <SubmitButton variant="outline" loadingLabel="Salvando..." className="mt-3">
            Salvar
          </SubmitButton>
        </OperationForm>
      </section>
      <section aria-labelledby="own-title" className="mt-6">
        <h3 id="own-title" className="font-semibold">
          Seus próprios produtos
        </h3>
        <p className="mt-1 text-sm text-muted">
          Envie uma tabela com o que você vende. A loja confere cada linha e diz o que há nela; nada entra
          antes de você publicar. Com imagens, envie um ZIP com a tabela e elas dentro.
        </p>
        <details className="mt-2 text-sm">
          <summary className="inline-flex min-h-11 cursor-pointer items-center text-info underline underline-offset-2">
            Como é a tabela
          </summary>
          <p className="text-muted">
            A primeira linha traz os nomes das colunas: <code>group</code>, <code>name</code> e{' '}
            <code>id</code>; se quiser, também <code>price</code>, <code>rarity</code> e <code>picture</code>.
            Sem preço, vale o da loja. O <code>id</code> é seu e não muda: por ele a loja reconhece o item num
            arquivo novo.
          </p>
          <pre
            // A long line scrolls, also by the keyboard.
            // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
            tabIndex={0}
            aria-label="Exemplo de tabela"
            className="mt-2 overflow-x-auto rounded-control border border-line bg-raised p-3 text-xs"
          >
            {EXAMPLE}
          </pre>
        </details>
        <div id="enviar" className="scroll-mt-20">
          <Notice text={refused} />
        </div>
        <SendCatalogForm catalogId={null} label="Enviar e conferir" />
        {catalogs.map((catalog) => (
          <FileCatalogCard
            key={catalog.id}
            catalog={catalog}
            isOnSale={sources.includes(`file:${catalog.id}`)}
          />
        ))}
      </section>
    </>
  );
}

function Source({ value, label, isOn }: { value: string; label: string; isOn: boolean }) {
  return (
    <label className="flex min-h-11 cursor-pointer items-center gap-3 text-sm">
      <input
        type="checkbox"
        name="sources"
        value={value}
        defaultChecked={isOn}
        className="size-5 accent-accent"
      />
      <span className="min-w-0 [overflow-wrap:anywhere]">{label}</span>
    </label>
  );
}

function Wrong() {
  const { fields } = useOperationForm();
  return fields.sources ? (
    <p role="alert" className="text-xs text-danger">
      {fields.sources}
    </p>
  ) : null;
}
