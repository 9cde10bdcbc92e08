import { TextField } from '#app/ui/form/text-field.tsx';
import { SendFileForm } from '../send-file-form.tsx';

export function SendCatalogForm({
  catalogId,
  label,
  variant = 'accent',
}: {
  /** null: a new one. */
  catalogId: string | null;
  label: string;
  variant?: 'accent' | 'outline';
}) {
  return (
    <SendFileForm
      button={label}
      variant={variant}
      action={catalogId === null ? '/admin/catalogo/enviar' : `/admin/catalogo/enviar/${catalogId}`}
      className="mt-3 flex flex-col gap-3 sm:flex-row sm:items-end"
    >
      <TextField
        label="Arquivo CSV, JSON ou ZIP"
        name="file"
        type="file"
        required
        accept=".csv,.json,.zip,text/csv,application/json,application/zip"
        className="min-w-0 grow [&_input]:py-2 [&_input]:file:mr-3 [&_input]:file:font-semibold"
      />
    </SendFileForm>
  );
}
