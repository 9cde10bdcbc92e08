import { Circle, CircleCheck } from 'lucide-react';
import { useState } from 'react';
import { Button } from '#app/ui/form/button.tsx';
import { LinkButton } from '#app/ui/form/link-button.tsx';
import type { FirstSteps as Done } from '#shop/first-steps/read-first-steps.ts';
import { hideFirstSteps } from './first-steps-cookie.ts';

export type FirstStepsDone = Done & { secondFactor: boolean };

interface Step {
  name: keyof FirstStepsDone;
  title: string;
  todo: string;
  way: { to: string; label: string } | null;
}

const STEPS: Step[] = [
  {
    name: 'gateway',
    title: 'Provedor de PIX',
    todo: 'A loja está no simulador: nenhum dinheiro entra. Defina PIX_GATEWAY e as chaves no servidor, como diz docs/gateways.md.',
    way: null,
  },
  {
    name: 'mail',
    title: 'E-mail testado',
    todo: 'Salve um e-mail de aviso e use ‘Testar e-mail’: quem compra recebe o link por ele.',
    way: { to: '/admin/configuracoes', label: 'Testar e-mail' },
  },
  {
    name: 'seller',
    title: 'Dados de quem vende',
    todo: 'Nome, CPF ou CNPJ, endereço e contato de quem responde pela loja.',
    way: { to: '/admin/configuracoes', label: 'Preencher' },
  },
  {
    name: 'texts',
    title: 'Privacidade e termos',
    todo: 'As duas páginas vêm com um texto que diz o que a loja faz. O que está entre colchetes só você sabe: complete e salve.',
    way: { to: '/admin/configuracoes', label: 'Completar' },
  },
  {
    name: 'secondFactor',
    title: 'Verificação em duas etapas',
    todo: 'Sua senha sozinha abre o painel. Ative o código do celular no seu perfil.',
    way: { to: '/dashboard/perfil#seguranca', label: 'Ativar' },
  },
  {
    name: 'order',
    title: 'Primeiro pedido de teste',
    todo: 'Compre uma skin como cliente, pague e envie o link: é o caminho de todo pedido.',
    way: { to: '/loja', label: 'Ir à loja' },
  },
];

/** What a new shop still needs, until all is done or the owner hides it. */
export function FirstSteps({ done }: { done: FirstStepsDone }) {
  const [isHidden, setHidden] = useState(false);
  const left = STEPS.filter(({ name }) => !done[name]).length;
  if (isHidden || left === 0) return null;
  return (
    <section
      aria-labelledby="first-steps-title"
      className="mb-5 max-w-[960px] rounded-card border border-line bg-surface p-4 sm:p-6"
    >
      <div className="flex items-start justify-between gap-3">
        <div>
          <h2 id="first-steps-title" className="text-base font-semibold">
            Primeiros passos
          </h2>
          <p className="mt-0.5 text-sm text-muted">
            {left === 1 ? 'Falta um passo' : `Faltam ${left} passos`} para a loja vender de verdade.
          </p>
        </div>
        <Button
          variant="ghost"
          onClick={() => {
            setHidden(true);
            hideFirstSteps();
          }}
        >
          Esconder
        </Button>
      </div>
      <ul className="mt-3 divide-y divide-line">
        {STEPS.map(({ name, title, todo, way }) => (
          <li
            key={name}
            className="flex flex-col gap-2 py-3 sm:flex-row sm:items-center sm:justify-between sm:gap-4"
          >
            <div className="flex min-w-0 gap-3">
              {done[name] ? (
                <CircleCheck aria-hidden="true" className="mt-0.5 size-5 shrink-0 text-ok" />
              ) : (
                <Circle aria-hidden="true" className="mt-0.5 size-5 shrink-0 text-muted" />
              )}
              <div className="min-w-0">
                <p className="text-sm font-medium">
                  {title}
                  <span className="sr-only">{done[name] ? ': feito' : ': falta fazer'}</span>
                </p>
                {!done[name] && <p className="mt-0.5 text-sm text-muted">{todo}</p>}
              </div>
            </div>
            {!done[name] && way && (
              <LinkButton to={way.to} variant="outline" className="shrink-0">
                {way.label}
              </LinkButton>
            )}
          </li>
        ))}
      </ul>
    </section>
  );
}
