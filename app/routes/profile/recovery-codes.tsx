import { Copy, Download } from 'lucide-react';
import { useBrand } from '#app/ui/frame/brand.tsx';
import { Button } from '#app/ui/form/button.tsx';
import { showToast } from '#app/ui/feedback/toast.ts';

/** Shown once. A person who loses phone and codes has to ask the shop. */
export function RecoveryCodes({ codes, onDone }: { codes: string[]; onDone: () => void }) {
  const { name } = useBrand();
  const text = `Códigos de recuperação da ${name}. Cada um vale uma vez.\n\n${codes.join('\n')}\n`;

  async function copy(): Promise<void> {
    try {
      await navigator.clipboard.writeText(text);
      showToast({ title: 'Códigos copiados!', tone: 'success' });
    } catch {
      const description = 'Selecione os códigos e copie, ou baixe o arquivo.';
      showToast({ title: 'Não foi possível copiar', description, tone: 'danger' });
    }
  }

  function download(): void {
    const link = document.createElement('a');
    link.href = URL.createObjectURL(new Blob([text], { type: 'text/plain' }));
    link.download = 'codigos-de-recuperacao.txt';
    link.click();
    setTimeout(() => URL.revokeObjectURL(link.href), 10_000);
  }

  return (
    <div className="flex flex-col gap-4">
      <p className="text-sm">
        Guarde estes códigos em um lugar seguro. Se você ficar sem o celular, cada um deles serve uma vez no
        lugar do código do aplicativo.{' '}
        <strong className="font-semibold">Eles não serão mostrados de novo.</strong>
      </p>
      <ul
        aria-label="Códigos de recuperação"
        className="grid grid-cols-2 gap-x-4 gap-y-2 rounded-control border border-line bg-raised p-4 text-center font-mono text-sm"
      >
        {codes.map((code) => (
          <li key={code}>{code}</li>
        ))}
      </ul>
      <div className="grid grid-cols-2 gap-2">
        <Button variant="outline" className="px-3!" onClick={() => void copy()}>
          <Copy aria-hidden="true" className="size-4 shrink-0" />
          Copiar
        </Button>
        <Button variant="outline" className="px-3!" onClick={download}>
          <Download aria-hidden="true" className="size-4 shrink-0" />
          Baixar
        </Button>
      </div>
      <Button onClick={onDone}>Já guardei meus códigos</Button>
    </div>
  );
}
