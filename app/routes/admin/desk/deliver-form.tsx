import { useEffect, useLayoutEffect, useRef, useState, type FormEvent } from 'react';
import { Link } from 'react-router';
import { Button } from '#app/ui/form/button.tsx';
import { OperationForm, SubmitButton, useOperationForm } from '#app/ui/form/operation-form.tsx';
import { TextField } from '#app/ui/form/text-field.tsx';
import { useHydrated } from '#app/ui/frame/use-hydrated.ts';
import type { DeskGroup } from '#shop/delivery/desk/list-desk.ts';
import type { HeldDelivery } from '#shop/delivery/desk/list-held.ts';
import { UploadProgress } from '../files/upload-progress.tsx';
import type { ChosenFile, Drafts } from './use-drafts.ts';

export type Given = Pick<HeldDelivery, 'id' | 'dueAt' | 'link' | 'stored'>;

interface DeliverFormProps {
  group: DeskGroup;
  /** The place of this skin among the drafts. */
  draftKey: string;
  drafts: Drafts;
  maxFileMb: number;
  /** null: nobody waited any more. */
  onSent: (held: Given | null) => void;
}

/** The link or the file of one skin, for every order that waits for it. */
export function DeliverForm({ group, draftKey, drafts, maxFileMb, onSent }: DeliverFormProps) {
  const isHydrated = useHydrated();
  const known = knownContent(group);
  const { link = known.link, file } = drafts.of(draftKey);
  const { box, waits, waitForFile } = useFileFirst(file);
  const stored = file ?? (isHydrated && link.trim() === '' ? known.stored : null);
  const about = {
    does: 'desk.deliver',
    failed: { title: 'Erro ao entregar skin', description: 'O que você preparou foi mantido.' },
    about: 'links',
  } as const;
  const skin = { sku: group.sku, undo: 'true' };

  return (
    <div ref={box} className="px-2 pt-2 pb-3" onSubmitCapture={waitForFile}>
      {known.note && <p className="mb-3 max-w-[68ch] text-sm text-muted">{known.note}</p>}
      <OperationForm
        {...about}
        fixed={skin}
        untyped={{ ask: 'true', ...(stored?.id && { fileId: stored.id }) }}
        onDone={(value) => {
          const { held } = value as { held: { id: string; dueAt: Date } | null };
          const given = stored?.id
            ? { link: null, stored: { id: stored.id, name: stored.name } }
            : { link: link.trim(), stored: null };
          onSent(held && { ...held, ...given });
        }}
      >
        <div className="flex flex-col gap-3 sm:flex-row sm:items-start">
          {file ? (
            <ChosenFileField file={file} onRemove={() => drafts.change(draftKey, { file: undefined })} />
          ) : (
            <LinkField
              isSent={!stored}
              link={link}
              known={known}
              onChange={(typed) => drafts.change(draftKey, { link: typed })}
            />
          )}
          <SubmitButton
            className="sm:mt-[26px]"
            loading={waits}
            loadingLabel={waits ? 'Enviando arquivo...' : 'Entregando...'}
          >
            Entregar
          </SubmitButton>
        </div>
        <Question />
      </OperationForm>
      {!isHydrated && known.stored && (
        <OperationForm {...about} fixed={{ ...skin, fileId: known.stored.id }} className="mt-2">
          <SubmitButton variant="outline">Entregar o arquivo da loja</SubmitButton>
        </OperationForm>
      )}
      <FileChooser
        hasFile={file !== undefined}
        maxFileMb={maxFileMb}
        onChoose={(taken) => drafts.take(draftKey, taken)}
      />
      <OrderLinks orders={group.orders} />
    </div>
  );
}

/** What is sent while its file is still on its way waits for it. */
function useFileFirst(file: ChosenFile | undefined) {
  const box = useRef<HTMLDivElement>(null);
  const [waits, setWaits] = useState(false);
  useEffect(() => {
    if (!waits || (file && !file.id && !file.failure)) return;
    setWaits(false);
    if (file?.id) box.current?.querySelector('form')?.requestSubmit();
  }, [waits, file]);
  // Chosen, dropped, pasted or taken back: what is left to do is sending it.
  const chosen = file?.name;
  useLayoutEffect(() => {
    if (chosen) box.current?.querySelector<HTMLElement>('[type=submit]')?.focus();
  }, [chosen]);
  function waitForFile(event: FormEvent): void {
    if (!file || file.id) return;
    event.preventDefault();
    event.stopPropagation();
    setWaits(true);
  }
  return { box, waits, waitForFile };
}

const MOST_SHOWN = 12;

function OrderLinks({ orders }: Pick<DeskGroup, 'orders'>) {
  return (
    <p className="flex flex-wrap gap-x-4 text-xs text-muted">
      {orders.slice(0, MOST_SHOWN).map(({ id: orderId }) => (
        <Link
          key={orderId}
          to={`/admin/pedidos/${orderId}`}
          className="inline-flex min-h-11 items-center underline underline-offset-4 hover:text-text"
        >
          Pedido #{orderId.slice(0, 8)}
        </Link>
      ))}
      {orders.length > MOST_SHOWN && (
        <span className="inline-flex min-h-11 items-center">e mais {orders.length - MOST_SHOWN}</span>
      )}
    </p>
  );
}

interface LinkFieldProps {
  /** Not where the file that the shop keeps is sent instead. */
  isSent: boolean;
  link: string;
  known: Known;
  onChange: (link: string) => void;
}

function LinkField({ isSent, link, known, onChange }: LinkFieldProps) {
  const { fields, typed } = useOperationForm();
  const isHydrated = useHydrated();
  return (
    <TextField
      className="min-w-0 grow"
      label="Link de download"
      type="url"
      {...(isSent && { name: 'link' })}
      {...(isHydrated ? { value: link } : { defaultValue: typed.link ?? link })}
      placeholder="https://"
      autoComplete="off"
      autoCapitalize="none"
      spellCheck={false}
      // oxlint-disable-next-line jsx-a11y/no-autofocus -- opened by a press that asks for exactly this field
      autoFocus
      error={fields.link ?? fields.fileId}
      hint={describeKnown(link, known)}
      onFocus={(event) => event.target.select()}
      onChange={(event) => onChange(event.target.value)}
    />
  );
}

/** Another skin has what is to be sent: that is asked first. */
function Question() {
  const { fields } = useOperationForm();
  const [answered, setAnswered] = useState<object>();
  if (!fields.ask || answered === fields) return null;
  return (
    <div className="mt-3 rounded-control border border-accent/50 bg-surface p-3">
      <p role="alert" className="text-sm">
        {fields.ask}
      </p>
      <div className="mt-3 flex flex-col gap-2 sm:flex-row">
        <Button
          // oxlint-disable-next-line jsx-a11y/no-autofocus -- the question came by a press, and may come after the next frame
          autoFocus
          variant="outline"
          className="noscript:hidden"
          onClick={({ currentTarget: { form } }) => {
            setAnswered(fields);
            form?.querySelector<HTMLElement>('[type=url], [type=submit]')?.focus();
          }}
        >
          Voltar e corrigir
        </Button>
        <SubmitButton variant="ghost" name="ask" value="false">
          Enviar mesmo assim
        </SubmitButton>
      </div>
    </div>
  );
}

interface FileChooserProps {
  hasFile: boolean;
  maxFileMb: number;
  onChoose: (file: File) => void;
}

function FileChooser({ hasFile, maxFileMb, onChoose }: FileChooserProps) {
  const chooser = useRef<HTMLInputElement>(null);
  return (
    <div className="mt-2 flex flex-wrap items-center gap-x-3 noscript:hidden">
      <input
        ref={chooser}
        type="file"
        hidden
        onChange={(event) => {
          const [chosen] = event.target.files ?? [];
          // Empty again, so that the same file can be chosen a second time.
          event.target.value = '';
          if (chosen) onChoose(chosen);
        }}
      />
      <Button variant="ghost" className="-ml-3 px-3" onClick={() => chooser.current?.click()}>
        {hasFile ? 'Escolher outro arquivo' : 'Escolher arquivo'}
      </Button>
      <span className="text-xs text-muted">
        ou solte o arquivo em cima da skin. Ele fica na loja; até {maxFileMb} MB.
      </span>
    </div>
  );
}

function ChosenFileField({ file, onRemove }: { file: ChosenFile; onRemove: () => void }) {
  const { fields } = useOperationForm();
  const failure = fields.fileId ?? file.failure;
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
  if (file?.unseen) {
    const note = 'Alguém precisa olhar o arquivo que a loja tem, em Arquivos. Aqui você pode entregar outro.';
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
