import { ChevronDown, SlidersHorizontal } from 'lucide-react';
import { useId, useState } from 'react';
import { Button } from '#app/ui/form/button.tsx';
import { LinkButton } from '#app/ui/form/link-button.tsx';
import { TextField } from '#app/ui/form/text-field.tsx';
import { CountBadge } from '#app/ui/list/count-badge.tsx';
import type { FoundSkin } from '../skin-search.tsx';
import { useApiSearch } from '../use-api-search.ts';
import { skinLabel } from './find-typed-skin.ts';
import { DETAILS, ordersPath, type OrderFilters } from './order-filters.ts';

/** The rest of the search form `form`: days, skin and tax id, folded until one of them is in use. */
export function OrderDetailsFilter({
  form,
  filters,
  skin,
}: {
  form: string;
  filters: OrderFilters;
  /** The label of the skin in the address. null: it names none. */
  skin: string | null;
}) {
  const used = DETAILS.filter((name) => filters[name] !== '').length;
  const without = { ...filters, from: '', to: '', skin: '', cpf: '' };
  return (
    <details className="group md:col-span-2 md:row-start-2" open={used > 0}>
      {/* Beside the search; what it opens stands below both. */}
      <summary className="absolute top-0 right-0 inline-flex h-11 w-13 cursor-pointer items-center justify-center gap-2 rounded-control border border-line px-3 text-sm font-medium text-muted hover:border-muted hover:text-text md:right-auto md:w-auto md:left-[26.5rem]">
        <SlidersHorizontal aria-hidden="true" className="size-4" />
        <span className="max-md:sr-only">Filtros</span>
        <span className="max-md:absolute max-md:-top-1.5 max-md:-right-1.5">
          <CountBadge count={used} />
        </span>
        <ChevronDown
          aria-hidden="true"
          className="hidden size-4 transition-transform duration-150 ease-out group-open:rotate-180 md:block"
        />
      </summary>
      {/* What the address says fills the fields again, whoever changed it. */}
      <div
        key={DETAILS.map((name) => filters[name]).join('\n')}
        className="mt-2 grid grid-cols-2 items-start gap-3 rounded-card border border-line bg-surface p-4 md:grid-cols-3 xl:grid-cols-[10rem_10rem_minmax(0,1fr)_14rem_auto]"
      >
        <TextField form={form} type="date" name="from" label="De" defaultValue={filters.from} />
        <TextField form={form} type="date" name="to" label="Até" defaultValue={filters.to} />
        <SkinField form={form} typed={filters.skin} label={skin} />
        <TextField
          form={form}
          name="cpf"
          label="CPF ou CNPJ"
          inputMode="numeric"
          autoComplete="off"
          maxLength={30}
          defaultValue={filters.cpf}
          className="col-span-2 md:col-span-1"
        />
        <div className="col-span-2 flex flex-wrap gap-2 md:col-span-1 md:pt-7">
          <Button type="submit" form={form} variant="outline">
            Filtrar
          </Button>
          {used > 0 && (
            <LinkButton to={ordersPath(without)} variant="ghost" preventScrollReset>
              Limpar
            </LinkButton>
          )}
        </div>
      </div>
    </details>
  );
}

/** Offers names while one is typed; without scripts a whole name finds its skin too. */
function SkinField({ form, typed, label }: { form: string; typed: string; label: string | null }) {
  const id = useId();
  const [query, setQuery] = useState('');
  const { found } = useApiSearch<{ skins: FoundSkin[] }>('/api/admin/skins', query);
  return (
    <div className="col-span-2 md:col-span-1">
      <TextField
        form={form}
        name="skin"
        label="Skin"
        list={`${id}-names`}
        placeholder="Nome da skin"
        autoComplete="off"
        maxLength={100}
        defaultValue={label ?? typed}
        error={typed !== '' && label === null ? 'Nenhuma skin tem esse nome.' : undefined}
        onChange={(event) => setQuery(event.currentTarget.value)}
      />
      <datalist id={`${id}-names`}>
        {found?.answer.skins.map((skin) => (
          <option key={skin.sku}>{skinLabel(skin)}</option>
        ))}
      </datalist>
    </div>
  );
}
