import { Plus } from 'lucide-react';
import { LinkButton } from '#app/ui/form/link-button.tsx';
import type { FaqEntry } from './faq-entries.ts';

export function Faq({ entries }: { entries: FaqEntry[] }) {
  return (
    <section
      aria-labelledby="faq-title"
      className="gutter mx-auto grid max-w-[1600px] gap-x-16 gap-y-8 pt-16 lg:grid-cols-[minmax(0,4fr)_minmax(0,7fr)] lg:pt-24"
    >
      <div className="self-start lg:sticky lg:top-28">
        <h2 id="faq-title" className="text-xl sm:text-2xl">
          Perguntas frequentes
        </h2>
        <p className="mt-3 max-w-[38ch] text-base text-muted">
          Não achou a sua? Escreva para a gente, respondemos em até 24 horas.
        </p>
        <LinkButton to="/contato" variant="outline" className="mt-5">
          Falar com o suporte
        </LinkButton>
      </div>
      <div className="border-b border-line">
        {entries.map(({ question, answer }) => (
          <details key={question} className="group border-t border-line">
            <summary className="flex min-h-14 items-center justify-between gap-4 py-3.5 text-base font-semibold hover:text-accent">
              {question}
              <Plus
                aria-hidden="true"
                className="size-5 shrink-0 text-muted transition-transform duration-200 ease-out group-open:rotate-45"
              />
            </summary>
            <p className="max-w-[62ch] animate-appear pb-5 text-base text-muted">{answer}</p>
          </details>
        ))}
      </div>
    </section>
  );
}
