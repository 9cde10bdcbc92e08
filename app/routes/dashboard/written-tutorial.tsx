import { TriangleAlert } from 'lucide-react';
import type { ReactNode } from 'react';
import { Link } from 'react-router';

const inline = 'text-info underline underline-offset-2';

const STEPS: { title: string; text: ReactNode }[] = [
  {
    title: 'Compre uma skin',
    text: (
      <>
        Escolha na{' '}
        <Link to="/loja" className={inline}>
          loja
        </Link>{' '}
        e pague com PIX. O link de download chega na sua{' '}
        <Link to="/dashboard/colecao" className={inline}>
          coleção
        </Link>
        .
      </>
    ),
  },
  {
    title: 'Baixe o modificador',
    text: (
      <>
        Ele está em{' '}
        <Link to="/dashboard/download" className={inline}>
          Download App
        </Link>
        , para Windows.
      </>
    ),
  },
  { title: 'Extraia para uma pasta', text: 'Descompacte o modificador em uma pasta fácil de achar.' },
  { title: 'Abra o jogo', text: 'Deixe o jogo aberto antes de iniciar o modificador.' },
  {
    title: 'Abra o modificador e importe',
    text: "No modificador, clique em 'Importar Novo Mod', no canto inferior direito.",
  },
  { title: 'Selecione a pasta da skin', text: 'Escolha a pasta da skin que você comprou.' },
  {
    title: 'Marque a skin como ativa',
    text: 'Marque a caixa da skin, no canto superior esquerdo.',
  },
  { title: 'Aperte o play', text: 'O botão de play fica no canto superior direito.' },
  { title: 'Aproveite!', text: 'Entre em uma partida e divirta-se com a sua skin.' },
];

export function WrittenTutorial() {
  return (
    <>
      <ol className="mt-6 flex flex-col">
        {STEPS.map(({ title, text }, index) => (
          <li key={title} className="relative flex gap-4 pb-6 last:pb-0">
            {index < STEPS.length - 1 && (
              <span aria-hidden="true" className="absolute top-9 bottom-0 left-[17px] w-px bg-line" />
            )}
            <span
              aria-hidden="true"
              className="grid size-9 shrink-0 place-items-center rounded-full border border-line bg-surface text-sm font-semibold text-accent tabular-nums"
            >
              {index + 1}
            </span>
            <div className="min-w-0 pt-1.5">
              <h2 className="text-base leading-snug">{title}</h2>
              <p className="mt-0.5 text-muted">{text}</p>
            </div>
          </li>
        ))}
      </ol>
      <div className="mt-8 flex gap-3 rounded-card border border-accent/50 bg-surface p-4 sm:p-5">
        <TriangleAlert aria-hidden="true" className="mt-0.5 size-5 shrink-0 text-accent" />
        <div>
          <h2 className="text-base">Importante!</h2>
          <p className="mt-1 text-muted">
            Ao iniciar uma partida, use a skin neutra (padrão) do campeão, para evitar erros.
          </p>
        </div>
      </div>
    </>
  );
}
