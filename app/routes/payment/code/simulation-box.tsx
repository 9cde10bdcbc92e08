import { FlaskConical } from 'lucide-react';
import { useEffect, useState } from 'react';
import { Button } from '#app/ui/form/button.tsx';
import { QrFrame } from '#app/ui/qr-code/qr-frame.tsx';

const LOOPBACK = /^(?:localhost|127(?:\.\d+){3}|\[::1\])$/;

/** Only with the simulator. Its look says at once that no money moves. */
export function SimulationBox({ paymentId, pay }: { paymentId: string; pay: () => Promise<boolean> }) {
  const [isPaying, setPaying] = useState(false);
  const [hasFailed, setFailed] = useState(false);
  const path = `/simulator/${paymentId}`;

  async function simulate(): Promise<void> {
    setPaying(true);
    setFailed(!(await pay()));
    setPaying(false);
  }

  return (
    <section aria-label="Simulação" className="rounded-card border border-dashed border-info/60 p-4">
      <h2 className="flex items-center gap-2 text-sm text-info">
        <FlaskConical aria-hidden="true" className="size-4" strokeWidth={1.75} />
        Simulação
      </h2>
      <p className="mt-1 text-sm text-muted">
        Esta loja está em modo de teste: nenhum dinheiro é movimentado.
      </p>
      <div className="mt-3 flex flex-wrap items-center gap-x-4 gap-y-2">
        <Button
          variant="outline"
          className="border-info/60!"
          loading={isPaying}
          loadingLabel="Simulando..."
          onClick={() => void simulate()}
        >
          Simular pagamento
        </Button>
        <a
          href={path}
          target="_blank"
          rel="noreferrer"
          className="inline-flex min-h-11 items-center text-sm font-medium text-info underline underline-offset-4"
        >
          Abrir página de simulação
        </a>
      </div>
      {hasFailed && (
        <p role="alert" className="mt-2 text-sm text-danger">
          A simulação não respondeu. Tente de novo.
        </p>
      )}
      <PhoneQr path={path} />
    </section>
  );
}

/** For a phone on the same network; an address like localhost leads a phone to itself, so there is none then. */
function PhoneQr({ path }: { path: string }) {
  const [url, setUrl] = useState<string | null>(null);
  useEffect(() => {
    if (!LOOPBACK.test(location.hostname)) setUrl(location.origin + path);
  }, [path]);
  if (!url) return null;
  return (
    <details className="mt-2 text-sm">
      <summary className="inline-flex min-h-11 items-center font-medium text-info underline underline-offset-4">
        Simular pelo celular
      </summary>
      <QrFrame text={url} label={`QR Code da página de simulação, ${url}`} className="mt-1" />
    </details>
  );
}
