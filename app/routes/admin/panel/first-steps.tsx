import { ChevronDown, Circle, CircleCheck } from 'lucide-react';
import { useState } from 'react';
import { Button } from '#app/ui/form/button.tsx';
import { LinkButton } from '#app/ui/form/link-button.tsx';
import { useHydrated } from '#app/ui/frame/use-hydrated.ts';
import type { FirstSteps as Done } from '#shop/first-steps/read-first-steps.ts';
import { chapterPath } from '../settings/chapter-nav.tsx';
import { rememberFirstSteps } from './panel-cookies.ts';

export type FirstStepsDone = Done & { secondFactor: boolean };

interface Step {
  name: keyof FirstStepsDone;
  title: string;
  todo: string;
  way: { to: string; label: string } | null;
}

const STEPS: Step[] = [
  {
    name: 'goods',
    title: 'O que você vende',
    todo: 'As skins do jogo, produtos seus num arquivo, ou os dois. Uma tabela com grupo, nome e id já basta.',
    way: { to: '/admin/catalogo', label: 'Escolher os produtos' },
  },
  {
    name: 'name',
    title: 'Nome da loja',
    todo: 'Como ela se chama no site, nos e-mails e na descrição do PIX.',
    way: { to: `${chapterPath('shop')}#brandName`, label: 'Dar um nome' },
  },
  {
    name: 'look',
    title: 'Cor e logo',
    todo: 'Uma cor basta: o resto da aparência sai dela. Veja ao lado antes de salvar.',
    way: { to: chapterPath('look'), label: 'Escolher a cor' },
  },
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
    way: { to: chapterPath('alerts'), label: 'Testar e-mail' },
  },
  {
    name: 'seller',
    title: 'Dados de quem vende',
    todo: 'Nome, CPF ou CNPJ, endereço e contato de quem responde pela loja.',
    way: { to: `${chapterPath('shop')}#seller`, label: 'Preencher' },
  },
  {
    name: 'texts',
    title: 'Privacidade e termos',
    todo: 'As duas páginas vêm com um texto que diz o que a loja faz. O que está entre colchetes só você sabe: complete e salve.',
    way: { to: chapterPath('texts'), label: 'Completar' },
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

/** What a new shop still needs, in one line that opens, until all is done or the owner hides it. */
export function FirstSteps({ done, isOpen }: { done: FirstStepsDone; isOpen: boolean }) {
  const [isHidden, setHidden] = useState(false);
  const isHydrated = useHydrated();
  const left = STEPS.filter(({ name }) => !done[name]).length;
  if (isHidden || left === 0) return null;
  return (
    <section
      aria-labelledby="first-steps-title"
      className="mb-3 rounded-card border border-line bg-surface lg:mb-4"
    >
      <details
        className="group"
        open={isOpen}
        onToggle={({ currentTarget }) => {
          // The browser tells it later, perhaps when the list is hidden already.
          if (currentTarget.isConnected) rememberFirstSteps(currentTarget.open ? 'open' : 'folded');
        }}
      >
        <summary className="flex min-h-11 cursor-pointer items-center gap-3 rounded-card px-4 hover:bg-raised">
          <h2 id="first-steps-title" className="shrink-0 text-sm font-semibold">
            Primeiros passos
          </h2>
          <span className="min-w-0 grow truncate text-sm text-muted">
            {left === 1 ? 'Falta um passo' : `Faltam ${left} passos`}
            <span className="max-sm:sr-only"> para a loja vender de verdade.</span>
          </span>
          <ChevronDown
            aria-hidden="true"
            className="size-4 shrink-0 text-muted transition-transform duration-150 ease-out group-open:rotate-180"
          />
        </summary>
        <ul className="divide-y divide-line border-t border-line px-4">
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
        {isHydrated && (
          <div className="border-t border-line px-2 py-1">
            <Button
              variant="ghost"
              className="px-2!"
              onClick={() => {
                setHidden(true);
                rememberFirstSteps('hidden');
              }}
            >
              Esconder
            </Button>
          </div>
        )}
      </details>
    </section>
  );
}
