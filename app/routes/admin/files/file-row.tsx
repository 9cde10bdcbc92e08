import { skinKey } from '#shop/catalog/sku.ts';
import { OpenButton } from '#app/ui/form/open-button.tsx';
import { OperationForm, SubmitButton, useOperationForm } from '#app/ui/form/operation-form.tsx';
import { useOpened } from '#app/ui/form/use-opened.ts';
import { SwitchField } from '#app/ui/form/switch-field.tsx';
import { useHydrated } from '#app/ui/frame/use-hydrated.ts';
import { Badge } from '#app/ui/list/badge.tsx';
import { OrderedSkin } from '#app/ui/order/ordered-skin.tsx';
import { Moment } from '#app/ui/list/moment.tsx';
import type { SkinFile, SkinOfFile } from '#shop/delivery/files/skin-file.ts';
import { AcceptForm, ExaminedNote } from './examined-note.tsx';
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
  const [opened, setOpened] = useOpened('arquivo');
  const key = skinKey(skin.sku);
  const fixed = { sku: skin.sku };
  const isBroken = file?.state === 'broken';
  const ofSkin = <span className="sr-only"> de {skin.skinName}</span>;

  return (
    <>
      <div className="flex flex-col gap-3 py-4 md:flex-row md:items-start md:justify-between">
        <div className="min-w-0 md:w-1/2">
          <OrderedSkin item={skin} />
          <Facts file={file} />
        </div>
        <div className="flex min-w-0 flex-col gap-3 md:w-80 md:shrink-0">
          {file && (
            <OperationForm
              does="skin_files.save"
              fixed={{ ...fixed, auto: String(!file.auto) }}
              done={{ title: file.auto ? 'A skin espera a equipe' : 'A skin é entregue sozinha' }}
              failed="Erro ao mudar a entrega"
              about="skin-file"
            >
              <AutoSwitch file={file} />
            </OperationForm>
          )}
          {file?.withheld && file.examined.reasons.length > 0 && <AcceptForm file={file} />}
          <div className="grid grid-cols-2 gap-2">
            <OpenButton
              variant="outline"
              className="w-full px-2!"
              name="arquivo"
              value={key}
              keeps={['q', 'paginas']}
              onOpen={() => setOpened(key)}
            >
              {file ? 'Trocar arquivo' : 'Informar arquivo'}
              {ofSkin}
            </OpenButton>
            {file && (
              <OperationForm
                does="skin_files.check"
                fixed={fixed}
                done={{ title: 'Arquivo verificado' }}
                failed="Erro ao verificar o arquivo"
                about="skin-file"
                className="grid"
              >
                <SubmitButton variant="outline" className="px-2!" loadingLabel="Aguarde...">
                  Verificar agora
                  {ofSkin}
                </SubmitButton>
              </OperationForm>
            )}
            {file && (
              <OperationForm
                does="skin_files.mark"
                fixed={{ ...fixed, broken: String(!isBroken) }}
                done={{ title: isBroken ? 'O arquivo voltou a valer' : 'Arquivo marcado como quebrado' }}
                failed="Erro ao marcar o arquivo"
                about="skin-file"
                className="col-span-2 grid"
              >
                <SubmitButton
                  className="px-2!"
                  variant={isBroken ? 'outline' : 'danger'}
                  loadingLabel="Salvando..."
                >
                  {isBroken ? 'Está funcionando' : 'Marcar como quebrado'}
                  {ofSkin}
                </SubmitButton>
              </OperationForm>
            )}
          </div>
        </div>
      </div>
      {opened === key && (
        <FileDialog skin={skin} maxFileMb={maxFileMb} file={file} onClose={() => setOpened(null)} />
      )}
    </>
  );
}

function Facts({ file }: { file: SkinFile | null }) {
  if (!file)
    return <p className="mt-2 text-sm text-muted">Sem arquivo: a equipe envia o link em cada pedido.</p>;
  return (
    <>
      <p className="mt-2 flex flex-wrap items-center gap-2">
        <State file={file} />
        <span className="text-xs text-muted">
          Versão {file.version} · <Moment at={file.updatedAt} />
        </span>
      </p>
      {file.checkedAt && (
        <p className="mt-1 text-xs text-muted">
          {file.failure} Verificado em <Moment at={file.checkedAt} />.
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
        file.stored && (
          <p className="mt-2 text-xs [overflow-wrap:anywhere] text-muted">
            Na loja: {file.stored.name} · {formatSize(file.stored.size)}
          </p>
        )
      )}
      <ExaminedNote file={file} />
    </>
  );
}

/** Sends itself; without scripts a button beside it does. */
function AutoSwitch({ file }: { file: SkinFile }) {
  const isHydrated = useHydrated();
  const { isBusy } = useOperationForm();
  return (
    <>
      <SwitchField
        label="Entregar sozinha"
        hint={
          file.state === 'broken'
            ? 'Parada: o arquivo está quebrado.'
            : file.updating
              ? 'Parada: o arquivo está em atualização.'
              : file.withheld
                ? 'Parada até alguém olhar o arquivo.'
                : 'Assim que o pagamento cair.'
        }
        aria-label={`Entregar sozinha: ${file.skinName}`}
        checked={file.auto}
        disabled={isBusy || !isHydrated}
        onChange={(event) => event.target.form?.requestSubmit()}
      />
      {!isHydrated && (
        <SubmitButton variant="outline" className="mt-2 w-full">
          {file.auto ? 'Desligar' : 'Ligar'}
        </SubmitButton>
      )}
    </>
  );
}

function State({ file }: { file: SkinFile }) {
  if (file.state === 'broken') return <Badge tone="danger">Quebrado</Badge>;
  if (file.updating) return <Badge tone="info">Em atualização</Badge>;
  if (file.withheld)
    return (
      <Badge tone="danger">{file.examined.reasons.length > 0 ? 'Precisa ser olhado' : 'Conferindo'}</Badge>
    );
  if (file.state === 'suspect') return <Badge tone="accent">Não respondeu</Badge>;
  return <Badge tone="ok">Funcionando</Badge>;
}
