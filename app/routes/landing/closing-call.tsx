import { formatReais } from '#app/ui/format-reais.ts';
import { LinkButton } from '#app/ui/link-button.tsx';

export function ClosingCall({ priceCents }: { priceCents: number }) {
  return (
    <section
      aria-labelledby="closing-title"
      className="gutter mx-auto max-w-[1600px] pt-16 pb-4 lg:pt-28 lg:pb-12"
    >
      <h2 id="closing-title" className="max-w-[16ch] text-2xl font-extrabold md:text-3xl">
        Sua próxima skin está na loja.
      </h2>
      <div className="mt-6 flex flex-wrap items-center gap-x-8 gap-y-5">
        <LinkButton to="/loja" size="large">
          Acessar Loja
        </LinkButton>
        <p className="text-base text-muted">{formatReais(priceCents)} cada, por PIX.</p>
      </div>
    </section>
  );
}
