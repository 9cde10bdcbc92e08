import { useState } from 'react';
import { Button } from '#app/ui/form/button.tsx';
import { formatDateTime } from '#shop/text/format-date.ts';
import { OrderedSkin } from '#app/ui/order/ordered-skin.tsx';
import type { SkinFile } from '#shop/delivery/files/skin-file.ts';
import { useAdminAction } from '../use-admin-action.ts';
import { FileDialog } from './file-dialog.tsx';

/** A file that is being updated: it gets a new one, or the mark was not needed. */
export function PatchRow({
  file,
  maxFileMb,
}: {
  file: SkinFile & { markedAt: Date | null };
  maxFileMb: number;
}) {
  const [editing, setEditing] = useState(false);
  const { isBusy, run } = useAdminAction();
  const ofSkin = <span className="sr-only"> de {file.skinName}</span>;
  return (
    <div className="flex flex-col gap-3 py-4 md:flex-row md:items-center md:justify-between">
      <div className="min-w-0">
        <OrderedSkin item={file} />
        <p className="mt-2 text-xs text-muted">
          Versão {file.version}
          {file.markedAt && (
            <>
              {' · desde '}
              <time dateTime={file.markedAt.toISOString()} className="tabular-nums">
                {formatDateTime(file.markedAt)}
              </time>
            </>
          )}
          {file.auto && ' · entregue sozinha'}
        </p>
      </div>
      <div className="flex flex-wrap gap-2 md:shrink-0">
        <Button variant="outline" onClick={() => setEditing(true)}>
          Trocar arquivo{ofSkin}
        </Button>
        <Button
          variant="ghost"
          loading={isBusy}
          loadingLabel="Liberando..."
          onClick={() =>
            void run({
              path: '/api/admin/patch',
              body: { scope: { skins: [[file.championId, file.skinNum]] }, state: 'ready', notify: false },
              done: { title: 'O arquivo voltou a valer', description: 'Ninguém foi avisado: ele é o mesmo.' },
              failed: 'Erro ao liberar o arquivo',
              about: 'patch',
            })
          }
        >
          Liberar sem trocar{ofSkin}
        </Button>
      </div>
      {editing && (
        <FileDialog skin={file} maxFileMb={maxFileMb} file={file} onClose={() => setEditing(false)} />
      )}
    </div>
  );
}
