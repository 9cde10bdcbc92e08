import { Field, OperationForm, SubmitButton } from '#app/ui/form/operation-form.tsx';
import { Moment } from '#app/ui/list/moment.tsx';
import { countFiles } from '#app/ui/skin/count-files.ts';
import type { SkinFile } from '#shop/delivery/files/skin-file.ts';
import { ACCEPT_LIMITS } from '#shop/delivery/examining/accept-limits.ts';

/** What the shop found within a file that it stores. */
export function ExaminedNote({
  file: { examined, acceptedAt, acceptedBy, acceptedReason, stored },
}: {
  file: SkinFile;
}) {
  if (!stored || (!examined.at && examined.reasons.length === 0)) return null;
  const { entries, reasons, at, verdict } = examined;
  return (
    <p className="mt-2 text-xs [overflow-wrap:anywhere] text-muted">
      {at && (
        <>
          Conferido em <Moment at={at} />
          {entries !== null && `: ${countFiles(entries)}${verdict === 'clean' ? ', nenhum executável' : ''}`}
          .{' '}
        </>
      )}
      <span className={verdict === 'suspicious' ? 'text-danger' : ''}>{reasons.join(' ')}</span>
      {acceptedAt && (
        <>
          {' '}
          Aceito por {acceptedBy ?? 'uma conta excluída'} em <Moment at={acceptedAt} />: {acceptedReason}
        </>
      )}
    </p>
  );
}

/** For whoever has looked at the file. */
export function AcceptForm({ file }: { file: SkinFile }) {
  return (
    <OperationForm
      does="skin_files.accept"
      fixed={{ sku: file.sku, ...(file.stored && { fileId: file.stored.id }) }}
      done={{ title: 'Arquivo aceito', description: 'Ele volta a ser entregue.' }}
      failed="Erro ao aceitar o arquivo"
      about="skin-file"
      className="flex flex-col gap-2"
    >
      <Field
        label="O que você viu no arquivo"
        name="reason"
        required
        minLength={ACCEPT_LIMITS.least}
        maxLength={ACCEPT_LIMITS.most}
        hint="Fica ao lado do arquivo, com o seu nome."
      />
      <SubmitButton variant="outline" loadingLabel="Salvando...">
        Olhei e aceito
        <span className="sr-only"> o arquivo de {file.skinName}</span>
      </SubmitButton>
    </OperationForm>
  );
}
