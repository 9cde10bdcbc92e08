import { SelectField } from '#app/ui/form/select-field.tsx';
import { TextField } from '#app/ui/form/text-field.tsx';
import { SendFileForm } from '../send-file-form.tsx';

export function SendImportForm() {
  return (
    <SendFileForm
      action="/admin/mudanca/enviar"
      button="Enviar e conferir"
      className="mt-3 grid gap-3 sm:grid-cols-[1fr_auto] sm:items-end"
    >
      {/* Before the file: the shop reads them in this sequence. */}
      <div className="sm:col-span-2">
        <SelectField label="O que é" name="kind">
          <option value="">Um arquivo que a loja reconhece</option>
          <option value="columns">Outra tabela: eu digo o que há em cada coluna</option>
        </SelectField>
      </div>
      <TextField
        label="Arquivo CSV ou JSON"
        name="file"
        type="file"
        required
        accept=".csv,.json,.txt,text/csv,application/json"
        className="min-w-0 [&_input]:py-2 [&_input]:file:mr-3 [&_input]:file:font-semibold"
      />
    </SendFileForm>
  );
}
