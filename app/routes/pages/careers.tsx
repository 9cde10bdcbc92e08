import { useBrand } from '#app/ui/frame/brand.tsx';
import { LinkButton } from '#app/ui/form/link-button.tsx';
import { useOffer } from '#app/ui/frame/offer.tsx';
import { describeMinutes } from '#shop/text/describe-minutes.ts';
import { pageMeta } from '#app/ui/frame/page-meta.ts';
import type { Route } from './+types/careers';

export const meta: Route.MetaFunction = ({ matches }) =>
  pageMeta(
    matches,
    'Carreiras',
    'Como trabalhamos e como falar com a gente se quiser fazer parte da equipe.',
  );

const ways = (promised: string) => [
  {
    title: 'O cliente primeiro',
    text: `Quem compra espera ${promised}, no máximo. Cada tarefa começa por quem está esperando.`,
  },
  {
    title: 'Conferir antes de enviar',
    text: 'O controle de qualidade faz parte da entrega. Rápido e errado não serve.',
  },
  {
    title: 'Escrever claro',
    text: 'Respondemos em português simples e dizemos quando ainda não sabemos.',
  },
];

export default function Careers() {
  const { name } = useBrand();
  const { hasOnePrice, promiseMinutes } = useOffer();
  const promised = describeMinutes(promiseMinutes);
  return (
    <div className="gutter mx-auto max-w-[1120px] py-8 sm:py-14">
      <h1 className="text-2xl">Carreiras</h1>
      <p className="mt-5 max-w-[56ch] text-lg">
        A {name} vende skins{hasOnePrice && ' por um preço só'} e entrega em até {promised}. Quem trabalha
        aqui cuida para que isso valha em cada pedido.
      </p>
      <section aria-labelledby="ways" className="pt-10 lg:pt-14">
        <h2 id="ways" className="text-xl">
          Como trabalhamos
        </h2>
        <ul className="mt-6 grid gap-x-8 gap-y-7 md:grid-cols-3">
          {ways(promised).map(({ title, text }) => (
            <li key={title} className="border-t border-line pt-5">
              <h3 className="text-base">{title}</h3>
              <p className="mt-1.5 max-w-[40ch] text-muted">{text}</p>
            </li>
          ))}
        </ul>
      </section>
      <section
        aria-labelledby="write"
        className="mt-12 rounded-card border border-line bg-surface p-5 sm:p-8 lg:mt-16"
      >
        <h2 id="write" className="text-lg sm:text-xl">
          Quer trabalhar com a gente?
        </h2>
        <p className="mt-2 max-w-[62ch] text-base text-muted">
          Não há uma lista de vagas abertas nesta página. Se você se vê aqui, escreva contando o que sabe
          fazer e o que já fez. Lemos todas as mensagens.
        </p>
        <LinkButton to="/contato" size="large" className="mt-6">
          Escrever para a equipe
        </LinkButton>
      </section>
    </div>
  );
}
