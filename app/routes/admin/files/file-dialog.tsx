import { useEffect, useId, useRef, useState } from 'react';
import { Button } from '#app/ui/form/button.tsx';
import { DialogEnd } from '#app/ui/form/dialog-end.tsx';
import { inputClass, TextField } from '#app/ui/form/text-field.tsx';
import { Dialog } from '#app/ui/frame/dialog.tsx';
import type { SkinFile, SkinOfFile } from '#shop/delivery/files/skin-file.ts';
import { checkLink } from '#shop/text/check-link.ts';
import { useAdminAction } from '../use-admin-action.ts';
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
  const [link, setLink] = useState('');
  const [file, setFile] = useState<File | null>(null);
  const [error, setError] = useState<string>();
  const [share, setShare] = useState<number | null>(null);
  const { isBusy, run } = useAdminAction();
  const leaving = useRef<AbortController>(null);
  useEffect(() => () => leaving.current?.abort(), []);

  async function save(): Promise<void> {
    if (isBusy || share !== null) return;
    const body = file ? await send(file) : checkedLink();
    if (!body) return;
    const answer = await run({
      path: `/api/admin/skin-files/${skin.championId}/${skin.skinNum}`,
      method: 'PUT',
      body,
      done: { title: 'Arquivo salvo' },
      failed: 'Erro ao salvar arquivo',
      about: 'skin-file',
    });
    if (answer.ok) onClose();
    else setError(answer.message);
  }

  function checkedLink(): { link: string } | null {
    const checked = checkLink(link);
    if (checked.ok) return { link: checked.link };
    setError(link.trim() === '' ? 'Escolha um arquivo ou informe o link.' : checked.message);
    return null;
  }

  async function send(chosen: File): Promise<{ file_id: string } | null> {
    leaving.current = new AbortController();
    setShare(0);
    const { signal } = leaving.current;
    const answer = await uploadFile(chosen, { maxFileMb, onProgress: setShare, signal });
    setShare(null);
    if (answer.ok) return { file_id: (answer.body as { id: string }).id };
    setError(`${answer.message} O arquivo continua escolhido.`);
    return null;
  }

  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      title="Arquivo da skin"
      description={`${skin.skinName} - ${skin.championName}. ${
        known?.updating
          ? 'A skin deixa de estar em atualização: quem já comprou recebe um e-mail e baixa o arquivo novo.'
          : known?.state === 'broken'
            ? 'Quem recebeu o que está quebrado recebe um e-mail e baixa o arquivo novo. Quem tem outro link continua com ele.'
            : 'Vale para os próximos pedidos; quem já recebeu continua com o que tem.'
      }`}
    >
      <form
        noValidate
        className="flex flex-col gap-4"
        onSubmit={(event) => {
          event.preventDefault();
          void save();
        }}
      >
        <div className="flex flex-col gap-1.5">
          <label htmlFor={`${id}-file`} className="text-sm font-medium">
            Arquivo
          </label>
          <input
            id={`${id}-file`}
            type="file"
            aria-describedby={`${id}-note`}
            onChange={(event) => {
              setFile(event.target.files?.[0] ?? null);
              setError(undefined);
            }}
            className={`${inputClass} py-2.5`}
          />
          <p id={`${id}-note`} className="text-xs text-muted">
            Fica na loja, e só quem comprou baixa. Até {maxFileMb} MB.
          </p>
        </div>
        {!file && (
          <TextField
            label="Ou um link"
            type="url"
            value={link}
            placeholder="https://"
            autoComplete="off"
            autoCapitalize="none"
            spellCheck={false}
            onChange={(event) => {
              setLink(event.target.value);
              setError(undefined);
            }}
          />
        )}
        {share !== null && <UploadProgress share={share} />}
        {error && (
          <p role="alert" className="text-xs text-danger">
            {error}
          </p>
        )}
        <DialogEnd onCancel={onClose}>
          <Button type="submit" loading={isBusy || share !== null} loadingLabel="Salvando...">
            Salvar
          </Button>
        </DialogEnd>
      </form>
    </Dialog>
  );
}
