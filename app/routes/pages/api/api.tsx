import { getShop } from '#app/request-context.ts';
import { pageMeta } from '#app/ui/frame/page-meta.ts';
import { CALLS_A_MINUTE } from '#shop/programs/open-key.ts';
import type { Route } from './+types/api';
import { listApiCalls, type NounOfApi } from './list-calls.ts';

export const meta: Route.MetaFunction = ({ matches }) =>
  pageMeta(matches, 'API', 'O que um programa pode fazer nesta loja com uma chave, e como chamar.');

export function loader({ context }: Route.LoaderArgs) {
  const { settings, catalog } = getShop(context);
  const [skin] = catalog.ready() ? catalog.current().skins : [];
  const sku = skin?.sku ?? 'lol:Ahri:1';
  return { nouns: listApiCalls(settings.appUrl, sku), callsAMinute: CALLS_A_MINUTE };
}

/** For whoever writes a program: what the description says to machines. */
export default function Api({ loaderData: { nouns, callsAMinute } }: Route.ComponentProps) {
  return (
    <div className="gutter mx-auto max-w-[1120px] py-8 sm:py-14">
      <h1 className="text-2xl">API</h1>
      <div className="mt-4 flex max-w-[68ch] flex-col gap-3 text-muted">
        <p>
          Um programa faz aqui o que a equipe faz no painel, com uma chave que só o dono da loja cria, em
          Programas. A chave vai no cabeçalho <Code>Authorization: Bearer flg_…</Code> e nunca pode mais do
          que quem a criou.
        </p>
        <p>
          Nos exemplos, troque <Code>flg_…</Code> pela sua chave; o resto funciona como está. Valores são em
          reais, horários em ISO 8601, e a próxima página de uma lista vem no cabeçalho{' '}
          <Code>X-Next-Cursor</Code>, que volta em <Code>?cursor=</Code>.
        </p>
        <p>
          São {callsAMinute} chamadas por minuto; cada resposta diz em <Code>RateLimit-Remaining</Code>{' '}
          quantas restam. Um POST com <Code>Idempotency-Key</Code> pode ser repetido por 24 horas sem fazer
          duas vezes. Um erro traz <Code>error.code</Code>, para o programa, e <Code>error.message</Code>,
          para as pessoas.
        </p>
        <p>
          Para gerar um cliente:{' '}
          <a href="/api/v1/openapi.json" className="text-info underline">
            a descrição em OpenAPI 3.1
          </a>
          . Com o código da loja vêm um cliente em TypeScript, que também confere os avisos que ela envia (
          <Code>clients/typescript</Code>), e um servidor MCP para assistentes de IA (<Code>clients/mcp</Code>
          ): ele lê, e o que mexe em dinheiro, direitos ou arquivos vira um pedido que uma pessoa confirma no
          painel.
        </p>
      </div>
      <nav aria-label="Assuntos" className="mt-8">
        <ul className="flex flex-wrap gap-x-5 gap-y-1">
          {nouns.map(({ id, name }) => (
            <li key={id}>
              <a href={`#${id}`} className="inline-flex min-h-11 items-center text-info underline">
                {name}
              </a>
            </li>
          ))}
        </ul>
      </nav>
      {nouns.map((noun) => (
        <Noun key={noun.id} noun={noun} />
      ))}
    </div>
  );
}

function Noun({ noun: { id, name, calls, example } }: { noun: NounOfApi }) {
  return (
    <section id={id} aria-labelledby={`${id}-name`} className="mt-10 scroll-mt-24 border-t border-line pt-6">
      <h2 id={`${id}-name`} className="text-lg">
        {name}
      </h2>
      <ul className="mt-3 divide-y divide-line">
        {calls.map(({ method, path, words, scope }) => (
          <li key={method + path} className="grid gap-x-6 gap-y-1 py-3 md:grid-cols-2">
            <code className="text-sm [overflow-wrap:anywhere]">
              <strong className="font-semibold">{method}</strong> {path}
            </code>
            <div>
              <p>{words}</p>
              {scope && <p className="text-sm text-muted">{scope}</p>}
            </div>
          </li>
        ))}
      </ul>
      {example && (
        <pre className="mt-2 rounded-control bg-raised px-3 py-2.5 text-sm [overflow-wrap:anywhere] whitespace-pre-wrap">
          <code>{example}</code>
        </pre>
      )}
    </section>
  );
}

const Code = ({ children }: { children: string }) => (
  <code className="rounded bg-raised px-1 py-0.5 text-sm break-words text-text">{children}</code>
);
