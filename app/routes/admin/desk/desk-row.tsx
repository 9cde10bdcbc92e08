import { ChevronDown } from 'lucide-react';
import { useState } from 'react';
import { Link } from 'react-router';
import { showToast } from '#app/ui/feedback/toast.ts';
import { Button } from '#app/ui/form/button.tsx';
import { TextField } from '#app/ui/form/text-field.tsx';
import { Badge } from '#app/ui/list/badge.tsx';
import { useRefresh } from '#app/ui/live/use-refresh.ts';
import { OrderedSkin } from '#app/ui/skin/ordered-skin.tsx';
import type { DeskGroup } from '#shop/delivery/desk/list-desk.ts';
import { checkLink } from '#shop/text/check-link.ts';
import { callAdminApi } from '../call-admin-api.ts';
import { dueWords } from '../orders/due-words.ts';
import { describeDelivery, type DeskAnswer } from './desk-words.ts';

interface DeskRowProps {
  group: DeskGroup;
  now: Date;
  isOpen: boolean;
  /** First names of the clerks who have this skin open. */
  others: string[];
  onToggle: () => void;
  onClose: () => void;
  onDone: () => void;
}

/** A skin that orders wait for; open, with the field for its link. */
export function DeskRow({ group, now, isOpen, others, onToggle, onClose, onDone }: DeskRowProps) {
  const due = dueWords({ status: 'pending', dueAt: group.orders[0]?.dueAt ?? null }, now);
  const waiting = group.orders.length === 1 ? '1 pedido' : `${group.orders.length} pedidos`;
  return (
    <div className="py-2">
      <button
        type="button"
        data-desk-row
        aria-expanded={isOpen}
        onClick={onToggle}
        className="flex min-h-11 w-full cursor-pointer flex-wrap items-center gap-x-4 gap-y-2 rounded-control p-2 text-left hover:bg-surface"
      >
        <span className="min-w-0 grow basis-60">
          <OrderedSkin item={group} />
        </span>
        <span className="flex flex-wrap items-center gap-2">
          {others.map((name) => (
            <Badge key={name} tone="info">
              {name} está nesta skin
            </Badge>
          ))}
          <Badge>{waiting}</Badge>
          {due && <Badge tone={due.tone}>{due.text}</Badge>}
          <ChevronDown
            aria-hidden="true"
            className={`size-4 shrink-0 text-muted transition-transform ${isOpen ? 'rotate-180' : ''}`}
          />
        </span>
      </button>
      {isOpen && <DeliverForm group={group} onClose={onClose} onDone={onDone} />}
    </div>
  );
}

function DeliverForm({ group, onClose, onDone }: Pick<DeskRowProps, 'group' | 'onClose' | 'onDone'>) {
  const { file } = group;
  const usable = file && !file.broken && !file.updating ? file : null;
  const known = usable?.link ?? '';
  const kept = usable?.kept ?? null;
  const [link, setLink] = useState(known);
  const [error, setError] = useState<string>();
  const [sending, setSending] = useState(false);
  const refresh = useRefresh();

  async function deliver(): Promise<void> {
    if (sending) return;
    const checked = checkLink(link);
    const takesKept = kept !== null && link.trim() === '';
    if (!takesKept && !checked.ok) return setError(checked.message);
    setSending(true);
    const answer = await callAdminApi('/api/admin/desk/deliver', {
      champion_id: group.championId,
      skin_num: group.skinNum,
      ...(takesKept ? { file_id: kept.id } : { link: link.trim() }),
    });
    setSending(false);
    if (!answer.ok) {
      console.error('Erro ao entregar skin', { status: answer.status });
      return setError(`${answer.message} O que você digitou foi mantido.`);
    }
    const { tone, ...words } = describeDelivery(answer.body as DeskAnswer);
    showToast({ ...words, tone, stays: tone === 'danger', about: 'links' });
    onDone();
    await refresh();
  }

  return (
    <form
      noValidate
      className="px-2 pt-2 pb-3"
      onSubmit={(event) => {
        event.preventDefault();
        void deliver();
      }}
    >
      <div className="flex flex-col gap-3 sm:flex-row sm:items-start">
        <TextField
          className="min-w-0 grow"
          label="Link de download"
          type="url"
          value={link}
          placeholder="https://"
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
          // oxlint-disable-next-line jsx-a11y/no-autofocus -- opened by a press that asks for exactly this field
          autoFocus
          error={error}
          hint={describeKnown(link, known, kept)}
          onFocus={(event) => event.target.select()}
          onKeyDown={(event) => {
            if (event.key === 'Escape') onClose();
          }}
          onChange={(event) => {
            setLink(event.target.value);
            setError(undefined);
          }}
        />
        <Button type="submit" className="sm:mt-[26px]" loading={sending} loadingLabel="Entregando...">
          Entregar
        </Button>
      </div>
      <p className="mt-3 flex flex-wrap gap-x-4 text-xs text-muted">
        {group.orders.slice(0, MOST_SHOWN).map(({ id }) => (
          <Link
            key={id}
            to={`/admin/pedidos/${id}`}
            className="inline-flex min-h-11 items-center underline underline-offset-4 hover:text-text"
          >
            Pedido #{id.slice(0, 8)}
          </Link>
        ))}
        {group.orders.length > MOST_SHOWN && (
          <span className="inline-flex min-h-11 items-center">e mais {group.orders.length - MOST_SHOWN}</span>
        )}
      </p>
    </form>
  );
}

const MOST_SHOWN = 12;

function describeKnown(link: string, known: string, kept: { name: string } | null): string | undefined {
  if (link === '' && kept) return `Vazio, o cliente recebe o arquivo da loja: ${kept.name}.`;
  return link !== '' && link === known ? 'É o link que a loja guardou para esta skin.' : undefined;
}
