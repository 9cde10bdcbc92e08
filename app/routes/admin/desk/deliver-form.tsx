import { useId, useLayoutEffect, useRef, useState } from 'react';
import { Link } from 'react-router';
import { Button } from '#app/ui/form/button.tsx';
import { TextField } from '#app/ui/form/text-field.tsx';
import type { DeskGroup } from '#shop/delivery/desk/list-desk.ts';
import type { HeldDelivery } from '#shop/delivery/desk/list-held.ts';
import { checkLink } from '#shop/text/check-link.ts';
import { callAdminApi } from '../call-admin-api.ts';
import { UploadProgress } from '../files/upload-progress.tsx';
import type { ChosenFile, Draft, Drafts } from './use-drafts.ts';

interface DeliverFormProps {
  group: DeskGroup;
  /** The place of this skin among the drafts. */
  draftKey: string;
  drafts: Drafts;
  maxFileMb: number;
  /** null: nobody waited any more. */
  onSent: (held: Pick<HeldDelivery, 'id' | 'dueAt' | 'link' | 'stored'> | null) => void;
}

/** The link or the file of one skin, for every order that waits for it. */
export function DeliverForm({ group, draftKey, drafts, maxFileMb, onSent }: DeliverFormProps) {
  const id = useId();
  const draft = drafts.of(draftKey);
  const known = knownContent(group);
  const link = draft.link ?? known.link;
  const { file } = draft;
  const [error, setError] = useState<string>();
  const [question, setQuestion] = useState<string>();
  const [sending, setSending] = useState(false);
  const form = useRef<HTMLFormElement>(null);
  const chooser = useRef<HTMLInputElement>(null);
  const change = (changed: Partial<Draft>) => {
    drafts.change(draftKey, changed);
    setError(undefined);
    setQuestion(undefined);
  };
  const focusOn = (selector: string) =>
    requestAnimationFrame(() => form.current?.querySelector<HTMLElement>(selector)?.focus());
  const take = (chosen: File) => {
    drafts.take(draftKey, chosen);
    setError(undefined);
    setQuestion(undefined);
  };
  // Chosen, dropped, pasted or taken back: what is left to do is sending it.
  const arrives = file?.arrives;
  useLayoutEffect(() => {
    if (arrives) form.current?.querySelector<HTMLElement>('[type=submit]')?.focus();
  }, [arrives]);

  async function send(ask: boolean): Promise<void> {
    if (sending) return;
    setSending(true);
    setQuestion(undefined);
    const content = await readContent(link, known.stored, file);
    if ('refusal' in content) {
      setSending(false);
      return setError(content.refusal);
    }
    const answer = await callAdminApi('/api/admin/desk/deliver', {
      champion_id: group.championId,
      skin_num: group.skinNum,
      ...('link' in content ? { link: content.link } : { file_id: content.stored.id }),
      ask,
      undo: true,
    });
    setSending(false);
    if (answer.ok) {
      const { held } = answer.body as { held: { id: string; due_at: string } | null };
      const given =
        'link' in content ? { link: content.link, stored: null } : { link: null, stored: content.stored };
      return onSent(held && { id: held.id, dueAt: new Date(held.due_at), ...given });
    }
    const { ask: asked } = answer.fields as { ask?: string };
    if (asked) return setQuestion(asked);
    console.error('Erro ao entregar skin', { status: answer.status });
    setError(`${answer.message} O que você preparou foi mantido.`);
  }

  return (
    <form
      ref={form}
      noValidate
      className="px-2 pt-2 pb-3"
      onSubmit={(event) => {
        event.preventDefault();
        void send(true);
      }}
    >
      {known.note && <p className="mb-3 max-w-[68ch] text-sm text-muted">{known.note}</p>}
      <div className="flex flex-col gap-3 sm:flex-row sm:items-start">
        {file ? (
          <ChosenFileField
            file={file}
            error={error}
            onRemove={() => {
              change({ file: undefined });
              focusOn('[type=url]');
            }}
          />
        ) : (
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
            hint={describeKnown(link, known)}
            onFocus={(event) => event.target.select()}
            onChange={(event) => change({ link: event.target.value })}
          />
        )}
        <Button
          type="submit"
          className="sm:mt-[26px]"
          loading={sending}
          loadingLabel={file && !file.id ? 'Enviando arquivo...' : 'Entregando...'}
        >
          Entregar
        </Button>
      </div>
      {question && (
        <div className="mt-3 rounded-control border border-accent/50 bg-surface p-3">
          <p role="alert" className="text-sm">
            {question}
          </p>
          <div className="mt-3 flex flex-col gap-2 sm:flex-row">
            <Button
              // oxlint-disable-next-line jsx-a11y/no-autofocus -- the question came by a press, and may come after the next frame
              autoFocus
              variant="outline"
              onClick={() => {
                setQuestion(undefined);
                focusOn('[type=url], [type=submit]');
              }}
            >
              Voltar e corrigir
            </Button>
            <Button variant="ghost" onClick={() => void send(false)}>
              Enviar mesmo assim
            </Button>
          </div>
        </div>
      )}
      <div className="mt-2 flex flex-wrap items-center gap-x-3">
        <input
          ref={chooser}
          id={`${id}-file`}
          type="file"
          hidden
          onChange={(event) => {
            const [chosen] = event.target.files ?? [];
            // Empty again, so that the same file can be chosen a second time.
            event.target.value = '';
            if (chosen) take(chosen);
          }}
        />
        <Button variant="ghost" className="-ml-3 px-3" onClick={() => chooser.current?.click()}>
          {file ? 'Escolher outro arquivo' : 'Escolher arquivo'}
        </Button>
        <span className="text-xs text-muted">
          ou solte o arquivo em cima da skin. Ele fica na loja; até {maxFileMb} MB.
        </span>
      </div>
      <p className="flex flex-wrap gap-x-4 text-xs text-muted">
        {group.orders.slice(0, MOST_SHOWN).map(({ id: orderId }) => (
          <Link
            key={orderId}
            to={`/admin/pedidos/${orderId}`}
            className="inline-flex min-h-11 items-center underline underline-offset-4 hover:text-text"
          >
            Pedido #{orderId.slice(0, 8)}
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

function ChosenFileField({
  file,
  error,
  onRemove,
}: {
  file: ChosenFile;
  error: string | undefined;
  onRemove: () => void;
}) {
  const failure = error ?? file.failure;
  return (
    <div className="min-w-0 grow" role="group" aria-label="Arquivo escolhido">
      <p className="text-sm font-medium">Arquivo</p>
      <p className="flex min-h-11 flex-wrap items-center gap-x-3 text-sm">
        <span className="min-w-0 break-all">{file.name}</span>
        <span role="status" className="text-xs text-muted">
          {file.id && 'Já está na loja.'}
        </span>
        <Button variant="ghost" className="px-3" onClick={onRemove}>
          Usar um link
        </Button>
      </p>
      {file.share !== null && <UploadProgress share={file.share} />}
      {failure && (
        <p role="alert" className="text-xs text-danger">
          {failure}
        </p>
      )}
    </div>
  );
}

interface Known {
  link: string;
  stored: { id: string; name: string } | null;
  /** Why the file that the shop knows is not offered. */
  note: string | null;
}

function knownContent({ file }: DeskGroup): Known {
  if (file?.broken) {
    const note = 'O arquivo que a loja tem está quebrado. O que você entregar aqui fica no lugar dele.';
    return { link: '', stored: null, note };
  }
  if (file?.updating) {
    const note =
      'A skin está em atualização. Com o arquivo novo ela deixa de estar, e quem já comprou é avisado.';
    return { link: '', stored: null, note };
  }
  return { link: file?.link ?? '', stored: file?.stored ?? null, note: null };
}

function describeKnown(link: string, known: Known): string | undefined {
  if (link === '' && known.stored) return `Vazio, o cliente recebe o arquivo da loja: ${known.stored.name}.`;
  return link !== '' && link === known.link ? 'É o link que a loja guardou para esta skin.' : undefined;
}

/** What is sent: the chosen file, once it has arrived, or the link, or else what the shop keeps. */
async function readContent(
  link: string,
  stored: Known['stored'],
  file: ChosenFile | undefined,
): Promise<{ stored: { id: string; name: string } } | { link: string } | { refusal: string }> {
  if (file) {
    const id = await file.arrives;
    return id
      ? { stored: { id, name: file.name } }
      : { refusal: file.failure ?? 'O arquivo não chegou. Escolha-o de novo.' };
  }
  if (link.trim() === '' && stored) return { stored };
  const checked = checkLink(link);
  return checked.ok ? { link: link.trim() } : { refusal: checked.message };
}
