import { OperationForm, SubmitButton } from '#app/ui/form/operation-form.tsx';
import { SelectField } from '#app/ui/form/select-field.tsx';
import { OWN_FIELDS } from '#shop/moving/kinds.ts';
import type { ShownImport } from '#shop/moving/shown-import.ts';

const LABELS: Record<(typeof OWN_FIELDS)[number], string> = {
  email: 'E-mail de quem comprou',
  product: 'Produto',
  name: 'Nome de quem comprou',
  date: 'Data',
  total: 'Valor',
  coupon: 'Cupom',
};

/** What the columns of a table are that no shop makes: chosen once, and known the next time. */
export function ColumnsForm({ shown: { id, header, columns } }: { shown: ShownImport }) {
  return (
    <OperationForm
      does="imports.columns"
      fixed={{ importId: id }}
      failed="Nada mudou"
      about="import"
      className="mt-3 grid gap-3 sm:grid-cols-2"
      // Chosen before or now, the fields show it.
      key={JSON.stringify(columns)}
    >
      <p className="text-sm text-muted sm:col-span-2">
        Em que coluna está cada coisa? O e-mail e o produto são obrigatórios; na próxima vez a loja se lembra.
      </p>
      {(Object.keys(LABELS) as (keyof typeof LABELS)[]).map((field) => (
        <SelectField
          key={field}
          label={LABELS[field]}
          name={`columns.${field}`}
          defaultValue={columns?.[field] ?? ''}
        >
          <option value="">Não há</option>
          {header.map((column, place) => (
            // Two columns may have one name.
            // oxlint-disable-next-line react/no-array-index-key
            <option key={place} value={column}>
              {column}
            </option>
          ))}
        </SelectField>
      ))}
      <SubmitButton variant="outline" loadingLabel="Conferindo..." className="sm:justify-self-start">
        Conferir com estas colunas
      </SubmitButton>
    </OperationForm>
  );
}
