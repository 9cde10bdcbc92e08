import { useEffect, useId, useRef, useState, type FormEvent } from 'react';
import { OperationDialog } from '#app/ui/form/operation-dialog.tsx';
import { Field } from '#app/ui/form/operation-form.tsx';
import { inputClass } from '#app/ui/form/text-field.tsx';
import { useHydrated } from '#app/ui/frame/use-hydrated.ts';
import type { SkinFile, SkinOfFile } from '#shop/delivery/files/skin-file.ts';
import { uploadFile } from './upload-file.ts';
import { UploadProgress } from './upload-progress.tsx';

interface FileDialogProps {
  skin: SkinOfFile;
  maxFileMb: number;
  /** Broken, or marked on patch day: then owners get the new file too. null: there is none yet. */
  file: SkinFile | null;
  onClose: () => void;
}

/** Gives a skin its file: one that the shop stores, or a link. */
export function FileDialog({ skin, maxFileMb, file: known, onClose }: FileDialogProps) {
  const id = useId();
  const isHydrated = useHydrated();
  const { file, fileId, share, error, choose, sendFirst } = useChosenFile(maxFileMb);
  return (
    <div onSubmitCapture={sendFirst}>
      <OperationDialog
        title="Arquivo da skin"
        description={`${skin.skinName} - ${skin.championName}. ${describeChange(known)}`}
        onClose={onClose}
        does="skin_files.save"
        fixed={{
          sku: skin.sku,
          ...(fileId !== null && { fileId }),
        }}
        done={{ title: 'Arquivo salvo' }}
        failed="Erro ao salvar arquivo"
        about="skin-file"
        submit={{ loading: share !== null, loadingLabel: 'Salvando...', children: 'Salvar' }}
      >
        {isHydrated && (
          <div className="flex flex-col gap-1.5">
            <label htmlFor={`${id}-file`} className="text-sm font-medium">
              Arquivo
            </label>
            <input
              id={`${id}-file`}
              type="file"
              aria-describedby={`${id}-note`}
              onChange={(event) => choose(event.target.files?.[0] ?? null)}
              className={`${inputClass} py-2.5`}
            />
            <p id={`${id}-note`} className="text-xs text-muted">
              Fica na loja, e só quem comprou baixa. Até {maxFileMb} MB.
            </p>
          </div>
        )}
        {!file && (
          <Field
            label={isHydrated ? 'Ou um link' : 'Link'}
            name="link"
            type="url"
            placeholder="https://"
            autoCapitalize="none"
            spellCheck={false}
            onChange={() => choose(null)}
          />
        )}
        {share !== null && <UploadProgress share={share} />}
        {error && (
          <p role="alert" className="text-xs text-danger">
            {error}
          </p>
        )}
      </OperationDialog>
    </div>
  );
}

/** A chosen file goes to the shop before the form, which then names it. */
function useChosenFile(maxFileMb: number) {
  const [file, setFile] = useState<File | null>(null);
  const [fileId, setFileId] = useState<string | null>(null);
  const [error, setError] = useState<string>();
  const [share, setShare] = useState<number | null>(null);
  const form = useRef<HTMLFormElement>(null);
  const leaving = useRef<AbortController>(null);
  useEffect(() => () => leaving.current?.abort(), []);
  useEffect(() => {
    if (fileId !== null) form.current?.requestSubmit();
  }, [fileId]);

  async function send(chosen: File): Promise<void> {
    leaving.current = new AbortController();
    setShare(0);
    const { signal } = leaving.current;
    const answer = await uploadFile(chosen, { maxFileMb, onProgress: setShare, signal });
    setShare(null);
    if (answer.ok) setFileId((answer.body as { id: string }).id);
    else setError(`${answer.message} O arquivo continua escolhido.`);
  }

  return {
    file,
    fileId,
    share,
    error,
    choose(chosen: File | null) {
      setFile(chosen);
      setFileId(null);
      setError(undefined);
    },
    sendFirst(event: FormEvent) {
      form.current = event.target as HTMLFormElement;
      const isEmpty = !file && new FormData(form.current).get('link') === '';
      if (fileId !== null || (!file && !isEmpty)) return;
      event.preventDefault();
      event.stopPropagation();
      if (isEmpty) setError('Escolha um arquivo ou informe o link.');
      else if (file && share === null) void send(file);
    },
  };
}

function describeChange(known: SkinFile | null): string {
  if (known?.updating)
    return 'A skin deixa de estar em atualização: quem já comprou recebe um e-mail e baixa o arquivo novo.';
  return known?.state === 'broken'
    ? 'Quem recebeu o que está quebrado recebe um e-mail e baixa o arquivo novo. Quem tem outro link continua com ele.'
    : 'Vale para os próximos pedidos; quem já recebeu continua com o que tem.';
}
