import { useState } from 'react';
import { Button } from '#app/ui/form/button.tsx';
import { TextField } from '#app/ui/form/text-field.tsx';
import { Dialog } from '#app/ui/frame/dialog.tsx';
import type { SkinOfFile } from '#shop/delivery/files/skin-file.ts';
import { checkLink } from '#shop/text/check-link.ts';
import { useAdminAction } from '../use-admin-action.ts';

/** Gives a skin its link, or another one. */
export function FileDialog({ skin, path, onClose }: { skin: SkinOfFile; path: string; onClose: () => void }) {
  const [link, setLink] = useState('');
  const [error, setError] = useState<string>();
  const { isBusy, run } = useAdminAction();

  async function save(): Promise<void> {
    const checked = checkLink(link);
    if (!checked.ok) return setError(checked.message);
    const answer = await run({
      path,
      method: 'PUT',
      body: { link: checked.link },
      done: { title: 'Link salvo' },
      failed: 'Erro ao salvar link',
      about: 'skin-file',
    });
    if (answer.ok) onClose();
    else setError(answer.message);
  }

  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      title="Link da skin"
      description={`${skin.skinName} - ${skin.championName}. Vale para os próximos pedidos; quem já recebeu continua com o link que tem.`}
    >
      <form
        noValidate
        className="flex flex-col gap-4"
        onSubmit={(event) => {
          event.preventDefault();
          void save();
        }}
      >
        <TextField
          label="Novo link"
          type="url"
          value={link}
          placeholder="https://"
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
          error={error}
          onChange={(event) => {
            setLink(event.target.value);
            setError(undefined);
          }}
        />
        <div className="flex flex-col-reverse gap-3 sm:flex-row sm:justify-end">
          <Button variant="outline" onClick={onClose}>
            Cancelar
          </Button>
          <Button type="submit" loading={isBusy} loadingLabel="Salvando...">
            Salvar link
          </Button>
        </div>
      </form>
    </Dialog>
  );
}
