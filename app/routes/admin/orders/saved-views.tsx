import { Bookmark, X } from 'lucide-react';
import { Form, Link } from 'react-router';
import type { OrderView } from '#shop/orders/views/list-views.ts';
import { sendLater, useUndo } from '../use-undo.ts';
import { readOrderFilters, toApiQuery } from './order-filters.ts';

/** The selections that the clerk or the team has saved. `query`: what is shown, in the words of the API. */
export function SavedViews({ views, query }: { views: OrderView[]; query: string }) {
  const { isGone, later } = useUndo();
  const kept = views.filter(({ id }) => !isGone(id));
  if (kept.length === 0) return null;

  const remove = ({ id, name }: OrderView, form: HTMLFormElement) =>
    later({
      id,
      send: sendLater(form),
      title: `Visão "${name}" apagada`,
      failed: 'Erro ao apagar a visão',
    });

  return (
    <ul aria-label="Visões salvas" className="flex gap-2 md:max-w-full md:flex-wrap">
      {kept.map((view) => (
        <ViewChip
          key={view.id}
          view={view}
          isShown={queryOf(view) === query}
          onRemove={(form) => remove(view, form)}
        />
      ))}
    </ul>
  );
}

interface ViewChipProps {
  view: OrderView;
  isShown: boolean;
  onRemove: (form: HTMLFormElement) => void;
}

function ViewChip({ view, isShown, onRemove }: ViewChipProps) {
  return (
    <li
      className={`flex max-w-full items-center rounded-full border text-xs font-medium ${isShown ? 'border-accent text-accent' : 'border-line text-muted hover:border-muted hover:text-text'}`}
    >
      <Link
        to={`/admin?${view.query}`}
        aria-current={isShown ? 'page' : undefined}
        preventScrollReset
        className={`inline-flex min-h-11 min-w-0 items-center gap-2 rounded-full pl-3.5 ${view.own ? 'pr-1' : 'pr-3.5'}`}
      >
        <Bookmark aria-hidden="true" className="size-3.5 shrink-0" />
        <span className="truncate">{view.name}</span>
        {view.shared && <span className="font-normal text-muted">da equipe</span>}
      </Link>
      {view.own && (
        <Form
          method="post"
          className="shrink-0"
          onSubmit={(event) => {
            event.preventDefault();
            onRemove(event.currentTarget);
          }}
        >
          <input type="hidden" name="do" value="views.delete" />
          <input type="hidden" name="viewId" value={view.id} />
          <button
            aria-label={`Apagar a visão ${view.name}`}
            className="grid size-11 place-items-center rounded-full text-muted hover:text-text"
          >
            <X aria-hidden="true" className="size-4" />
          </button>
        </Form>
      )}
    </li>
  );
}

/** In one spelling, to compare it with what is shown. */
function queryOf({ query }: OrderView): string {
  const filters = readOrderFilters(new URLSearchParams(query));
  return toApiQuery(filters, filters.skin || null).toString();
}
