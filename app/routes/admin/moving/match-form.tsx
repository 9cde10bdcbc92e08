import { OperationForm, SubmitButton } from '#app/ui/form/operation-form.tsx';
import { SelectField } from '#app/ui/form/select-field.tsx';
import { count } from '#shop/text/count.ts';
import { TextField } from '#app/ui/form/text-field.tsx';
import { NextPageLink } from '#app/ui/list/next-page-link.tsx';
import { nextPageOf } from '#app/ui/list/page-count.ts';
import { useOperationForm } from '#app/ui/form/operation-form.tsx';
import type { ShownImport } from '#shop/moving/shown-import.ts';

/** All that a dry run names are within the most pages that a list opens. */
const PAGE = 25;

/** Which skin the products of the other shop are, the most frequent first. */
export function MatchForm({
  importId,
  unmatched,
  names,
  pages,
}: {
  importId: string;
  unmatched: ShownImport['unmatched'];
  names: Readonly<Record<string, string>>;
  /** So many are open. */
  pages: number;
}) {
  const shown = unmatched.slice(0, pages * PAGE);
  return (
    <OperationForm
      does="imports.match"
      fixed={{ importId }}
      failed="Nada mudou"
      done={{ title: 'Produtos salvos' }}
      about="import"
      className="mt-3 flex flex-col gap-5"
    >
      {shown.map((product) => (
        <Product key={product.name} product={product} names={names} />
      ))}
      <SubmitButton variant="outline" loadingLabel="Salvando..." className="self-start">
        Salvar
      </SubmitButton>
      {shown.length < unmatched.length && (
        <div>
          <p className="text-sm text-muted">
            {`São mostrados os ${shown.length} mais frequentes, de ${unmatched.length}. Salve o que escolheu antes de carregar mais.`}
          </p>
          <NextPageLink page={nextPageOf(pages)} />
        </div>
      )}
    </OperationForm>
  );
}

function Product({
  product: { name, count: times, suggestions },
  names,
}: {
  product: ShownImport['unmatched'][number];
  names: Readonly<Record<string, string>>;
}) {
  const { fields } = useOperationForm();
  return (
    <fieldset className="min-w-0">
      <legend className="text-sm font-semibold [overflow-wrap:anywhere]">
        {name} <span className="font-normal text-muted">({count(times, 'vez', 'vezes')})</span>
      </legend>
      <div className="mt-1 grid gap-3 sm:grid-cols-2">
        <SelectField label="É a skin" name={`matches.${name}`}>
          <option value="">Decidir depois</option>
          {suggestions.map((sku) => (
            <option key={sku} value={sku}>
              {names[sku] ?? sku}
            </option>
          ))}
          <option value="-">Não é skin desta loja</option>
        </SelectField>
        <TextField
          label="Ou escreva"
          hint="Como no endereço da skin: Ahri/3."
          name={`typed.${name}`}
          error={fields[name]}
        />
      </div>
    </fieldset>
  );
}
