import { skinKey } from '#shop/catalog/sku.ts';
import { OpenButton } from '#app/ui/form/open-button.tsx';
import { OperationForm, SubmitButton } from '#app/ui/form/operation-form.tsx';
import { useOpened } from '#app/ui/form/use-opened.ts';
import { OrderedSkin } from '#app/ui/order/ordered-skin.tsx';
import { Moment } from '#app/ui/list/moment.tsx';
import type { SkinFile } from '#shop/delivery/files/skin-file.ts';
import { FileDialog } from './file-dialog.tsx';

/** A file that is being updated: it gets a new one, or the mark was not needed. */
export function PatchRow({
  file,
  maxFileMb,
}: {
  file: SkinFile & { markedAt: Date | null };
  maxFileMb: number;
}) {
  const [opened, setOpened] = useOpened('arquivo');
  const key = skinKey(file.sku);
  const scope = { skins: [file.sku] };
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
              <Moment at={file.markedAt} />
            </>
          )}
          {file.auto && ' · entregue sozinha'}
        </p>
      </div>
      <div className="flex flex-wrap gap-2 md:shrink-0">
        <OpenButton
          variant="outline"
          name="arquivo"
          value={key}
          keeps={['paginas']}
          onOpen={() => setOpened(key)}
        >
          Trocar arquivo{ofSkin}
        </OpenButton>
        <OperationForm
          does="patch.run"
          fixed={{ scope: JSON.stringify(scope), state: 'ready', notify: 'false' }}
          done={{ title: 'O arquivo voltou a valer', description: 'Ninguém foi avisado: ele é o mesmo.' }}
          failed="Erro ao liberar o arquivo"
          about="patch"
        >
          <SubmitButton variant="ghost" loadingLabel="Liberando...">
            Liberar sem trocar{ofSkin}
          </SubmitButton>
        </OperationForm>
      </div>
      {opened === key && (
        <FileDialog skin={file} maxFileMb={maxFileMb} file={file} onClose={() => setOpened(null)} />
      )}
    </div>
  );
}
