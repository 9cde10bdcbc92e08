import { Link } from 'react-router';
import { useOffer } from '#app/ui/frame/offer.tsx';

const steps = (hasOnePrice: boolean) => [
  {
    title: 'Crie sua conta',
    text: 'Só email, senha e um nome de exibição. Leva menos de um minuto.',
    link: { to: '/auth?modo=cadastro', label: 'Criar conta' },
  },
  {
    title: 'Compre qualquer skin',
    text: `${hasOnePrice ? 'Um preço só para todas. ' : ''}O pagamento é por PIX, direto do seu banco.`,
    link: { to: '/loja', label: 'Ver a loja' },
  },
  {
    title: 'Baixe o aplicativo',
    text: 'O modificador fica na sua área de cliente, pronto para baixar.',
    link: { to: '/dashboard/download', label: 'Baixar' },
  },
  {
    title: 'Selecione a skin no aplicativo',
    text: 'Marque a skin comprada e entre na partida.',
    link: { to: '/dashboard/como-utilizar', label: 'Passo a passo' },
  },
];

/** One path with four stops: down the page on phones, across it on larger screens. */
export function Guide() {
  return (
    <section aria-labelledby="guide-title" className="gutter mx-auto max-w-[1600px] pt-14 lg:pt-20">
      <h2 id="guide-title" className="text-xl sm:text-2xl">
        Como funciona
      </h2>
      <ol className="mt-8 grid md:grid-cols-4">
        {steps(useOffer().hasOnePrice).map(({ title, text, link }, index) => (
          <li
            key={title}
            className="group relative flex gap-4 pb-6 last:pb-0 md:flex-col md:gap-4 md:pr-6 md:pb-0 lg:gap-5 lg:pr-8"
          >
            <span
              aria-hidden="true"
              className="absolute top-11 bottom-0 left-[21px] w-px bg-line group-last:hidden md:top-[21px] md:right-0 md:bottom-auto md:left-11 md:h-px md:w-auto"
            />
            <span
              aria-hidden="true"
              className="grid size-11 shrink-0 place-items-center rounded-full border border-line bg-surface font-heading text-lg font-bold text-accent tabular-nums"
            >
              {index + 1}
            </span>
            <div className="pt-2 md:pt-0">
              <h3 className="text-base lg:text-lg">{title}</h3>
              <p className="mt-1.5 max-w-[38ch] text-muted lg:text-base">{text}</p>
              <Link
                to={link.to}
                className="inline-flex min-h-11 items-center text-info underline underline-offset-4 hover:text-text"
              >
                {link.label}
              </Link>
            </div>
          </li>
        ))}
      </ol>
    </section>
  );
}
