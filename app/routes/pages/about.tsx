import { getShop, getVisitor } from '#app/request-context.ts';
import { useBrand } from '#app/ui/frame/brand.tsx';
import { formatReais } from '#shop/text/format-reais.ts';
import { LinkButton } from '#app/ui/form/link-button.tsx';
import { useOffer } from '#app/ui/frame/offer.tsx';
import { describeMinutes } from '#shop/text/describe-minutes.ts';
import { pageMeta, readRoot } from '#app/ui/frame/page-meta.ts';
import { Splash } from '#app/ui/skin/splash.tsx';
import type { Catalog } from '#shop/catalog/catalog.ts';
import type { Route } from './+types/about';

export const meta: Route.MetaFunction = ({ matches, loaderData }) => {
  const { hasOnePrice, promiseMinutes } = readRoot(matches).offer;
  return pageMeta(
    matches,
    'Sobre nós',
    `Quem somos: uma loja independente de skins, com ${hasOnePrice ? 'preço único, ' : ''}entrega em até ${describeMinutes(promiseMinutes)} e skins permanentes.`,
    { picture: loaderData?.pictures[0] },
  );
};

export function loader({ context }: Route.LoaderArgs) {
  const shop = getShop(context);
  try {
    const { skins, prices } = shop.catalog.current();
    return { prices, pictures: skins.filter(({ available }) => available).slice(0, 3) };
  } catch (error) {
    // The page stands without its pictures.
    shop.log.error('Erro ao buscar skins:', { requestId: getVisitor(context).requestId, error });
    const prices = { lowestCents: shop.settings.flatPriceCents, areAllTheSame: true };
    return { prices, pictures: [] };
  }
}

const promises = ({ lowestCents, areAllTheSame }: Catalog['prices'], promiseMinutes: number) => [
  areAllTheSame
    ? {
        title: formatReais(lowestCents),
        text: 'O preço de qualquer skin, da mais antiga à mais nova. Sem pacotes, sem moeda própria, sem surpresa no fim.',
      }
    : {
        title: `Desde ${formatReais(lowestCents)}`,
        text: 'Cada skin mostra o preço dela na loja. Sem pacotes, sem moeda própria, sem surpresa no fim.',
      },
  {
    title: describeMinutes(promiseMinutes),
    text: 'O prazo máximo da entrega depois do pagamento por PIX. Conferimos cada arquivo antes de enviar o link.',
  },
  {
    title: 'Para sempre',
    text: 'A skin comprada é sua. Ela fica na sua coleção, pronta para baixar de novo quando você precisar.',
  },
  {
    title: 'Só visual',
    text: 'As modificações mudam a aparência, com os efeitos e as falas originais, em todos os modos de jogo.',
  },
];

export default function About({ loaderData: { pictures, prices } }: Route.ComponentProps) {
  const { name } = useBrand();
  const { promiseMinutes } = useOffer();
  return (
    <div className="gutter mx-auto max-w-[1280px] py-8 sm:py-14">
      <div className="grid gap-8 lg:grid-cols-2 lg:items-center lg:gap-14">
        <div>
          <h1 className="text-2xl">Sobre nós</h1>
          <p className="mt-5 max-w-[52ch] text-lg">
            A {name} existe para uma coisa: deixar a skin que você quer ao alcance do seu bolso.
          </p>
          <p className="mt-4 max-w-[58ch] text-base text-muted">
            {prices.areAllTheSame ? 'Cobramos o mesmo valor por todas, entregamos' : 'Entregamos'} rápido e
            explicamos cada passo, da compra até a skin aparecer na partida. Você ativa tudo com um aplicativo
            para computador que fica na sua área de cliente.
          </p>
        </div>
        {pictures.length > 0 && (
          <div className="grid grid-cols-2 gap-2.5 sm:gap-4">
            {pictures.map((skin, index) => (
              <div
                key={skin.splashPath}
                className={`overflow-hidden rounded-card ${index === 0 ? 'col-span-2 aspect-[2/1]' : 'aspect-[1215/717]'}`}
              >
                <Splash
                  skin={skin}
                  sizes={index === 0 ? '(min-width: 1024px) 580px, 92vw' : '(min-width: 1024px) 280px, 46vw'}
                  eager={index === 0}
                />
              </div>
            ))}
          </div>
        )}
      </div>

      <section aria-labelledby="promises" className="pt-14 lg:pt-20">
        <h2 id="promises" className="text-xl">
          O que prometemos
        </h2>
        <dl className="mt-6 grid gap-x-8 gap-y-7 sm:grid-cols-2 lg:grid-cols-4">
          {promises(prices, promiseMinutes).map(({ title, text }) => (
            <div key={title} className="border-t border-line pt-5">
              <dt className="font-heading text-lg font-bold text-accent tabular-nums">{title}</dt>
              <dd className="mt-1.5 max-w-[40ch] text-muted">{text}</dd>
            </div>
          ))}
        </dl>
      </section>

      <section aria-labelledby="independence" className="grid gap-4 pt-14 lg:grid-cols-2 lg:gap-14 lg:pt-20">
        <h2 id="independence" className="text-xl">
          Uma marca independente
        </h2>
        <div className="flex max-w-[62ch] flex-col gap-4 text-base text-muted">
          <p>
            Não temos vínculo com a editora do jogo: não falamos em nome dela, nem ela em nosso. O que
            vendemos é uma modificação visual, usada no seu computador por meio do nosso aplicativo.
          </p>
          <p>
            Por serem arquivos digitais, as skins não têm troca. Quando o jogo muda e uma skin precisa de uma
            versão nova, atualizamos a que você comprou. E se algo não funcionar, o suporte responde em até 24
            horas.
          </p>
        </div>
      </section>

      <div className="mt-14 flex flex-wrap gap-3 border-t border-line pt-8 lg:mt-20">
        <LinkButton to="/loja" size="large">
          Acessar Loja
        </LinkButton>
        <LinkButton to="/contato" size="large" variant="outline">
          Fale Conosco
        </LinkButton>
      </div>
    </div>
  );
}
