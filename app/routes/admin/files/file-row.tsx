import { useState } from 'react';
import { Button } from '#app/ui/form/button.tsx';
import { SwitchField } from '#app/ui/form/switch-field.tsx';
import { Badge } from '#app/ui/list/badge.tsx';
import { formatDateTime } from '#app/ui/skin/format-date.ts';
import { OrderedSkin } from '#app/ui/skin/ordered-skin.tsx';
import type { SkinFile, SkinOfFile } from '#shop/delivery/files/skin-file.ts';
import { useAdminAction } from '../use-admin-action.ts';
import { FileDialog } from './file-dialog.tsx';
import { formatSize } from './format-size.ts';

/** One skin, what the shop delivers for it, and how. */
export function FileRow({
  skin,
  file,
  maxFileMb,
}: {
  skin: SkinOfFile;
  file: SkinFile | null;
  maxFileMb: number;
}) {
  const [editing, setEditing] = useState(false);
  const { isBusy, run } = useAdminAction();
  const path = `/api/admin/skin-files/${skin.championId}/${skin.skinNum}`;
  const ofSkin = <span className="sr-only"> de {skin.skinName}</span>;

  return (
    <div className="flex flex-col gap-3 py-4 md:flex-row md:items-start md:justify-between">
      <div className="min-w-0 md:w-1/2">
        <OrderedSkin item={skin} />
        {file ? (
          <>
            <p className="mt-2 flex flex-wrap items-center gap-2">
              <State file={file} />
              <span className="text-xs text-muted">
                Versão {file.version} ·{' '}
                <time dateTime={file.updatedAt.toISOString()} className="tabular-nums">
                  {formatDateTime(file.updatedAt)}
                </time>
              </span>
            </p>
            {file.checkedAt && (
              <p className="mt-1 text-xs text-muted">
                {file.failure} Verificado em{' '}
                <time dateTime={file.checkedAt.toISOString()} className="tabular-nums">
                  {formatDateTime(file.checkedAt)}
                </time>
                .
              </p>
            )}
            {file.link ? (
              <a
                href={file.link}
                target="_blank"
                rel="noopener noreferrer"
                className="inline-block py-3 text-xs [overflow-wrap:anywhere] text-muted underline underline-offset-4 hover:text-text"
              >
                {file.link}
              </a>
            ) : (
              file.kept && (
                <p className="mt-2 text-xs [overflow-wrap:anywhere] text-muted">
                  Na loja: {file.kept.name} · {formatSize(file.kept.size)}
                </p>
              )
            )}
          </>
        ) : (
          <p className="mt-2 text-sm text-muted">Sem arquivo: a equipe envia o link em cada pedido.</p>
        )}
      </div>
      <div className="flex min-w-0 flex-col gap-3 md:w-80 md:shrink-0">
        {file && (
          <SwitchField
            label="Entregar sozinha"
            hint={
              file.state === 'broken'
                ? 'Parada: o arquivo está quebrado.'
                : file.updating
                  ? 'Parada: o arquivo está em atualização.'
                  : 'Assim que o pagamento cair.'
            }
            aria-label={`Entregar sozinha: ${skin.skinName}`}
            checked={file.auto}
            disabled={isBusy}
            onChange={(event) =>
              void run({
                path,
                method: 'PUT',
                body: { auto: event.target.checked },
                done: {
                  title: event.target.checked ? 'A skin é entregue sozinha' : 'A skin espera a equipe',
                },
                failed: 'Erro ao mudar a entrega',
                about: 'skin-file',
              })
            }
          />
        )}
        <div className="grid grid-cols-2 gap-2">
          <Button variant="outline" className="px-2!" onClick={() => setEditing(true)}>
            {file ? 'Trocar arquivo' : 'Informar arquivo'}
            {ofSkin}
          </Button>
          {file && (
            <Button
              variant="outline"
              className="px-2!"
              loading={isBusy}
              loadingLabel="Aguarde..."
              onClick={() =>
                void run({
                  path: '/api/admin/skin-files/check',
                  body: { champion_id: skin.championId, skin_num: skin.skinNum },
                  done: { title: 'Arquivo verificado' },
                  failed: 'Erro ao verificar o arquivo',
                  about: 'skin-file',
                })
              }
            >
              Verificar agora
              {ofSkin}
            </Button>
          )}
          {file && (
            <Button
              className="col-span-2 px-2!"
              variant={file.state === 'broken' ? 'outline' : 'danger'}
              loading={isBusy}
              loadingLabel="Salvando..."
              onClick={() =>
                void run({
                  path: `${path}/broken`,
                  body: { broken: file.state !== 'broken' },
                  done: {
                    title:
                      file.state === 'broken' ? 'O arquivo voltou a valer' : 'Arquivo marcado como quebrado',
                  },
                  failed: 'Erro ao marcar o arquivo',
                  about: 'skin-file',
                })
              }
            >
              {file.state === 'broken' ? 'Está funcionando' : 'Marcar como quebrado'}
              {ofSkin}
            </Button>
          )}
        </div>
      </div>
      {editing && (
        <FileDialog
          skin={skin}
          path={path}
          maxFileMb={maxFileMb}
          file={file}
          onClose={() => setEditing(false)}
        />
      )}
    </div>
  );
}

function State({ file }: { file: SkinFile }) {
  if (file.state === 'broken') return <Badge tone="danger">Quebrado</Badge>;
  if (file.updating) return <Badge tone="info">Em atualização</Badge>;
  if (file.state === 'suspect') return <Badge tone="accent">Não respondeu</Badge>;
  return <Badge tone="ok">Funcionando</Badge>;
}
