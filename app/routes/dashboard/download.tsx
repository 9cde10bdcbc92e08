import { Download, ExternalLink } from 'lucide-react';
import { getShop } from '#app/request-context.ts';
import { Badge } from '#app/ui/list/badge.tsx';
import { buttonClass } from '#app/ui/form/button.tsx';
import { LinkButton } from '#app/ui/form/link-button.tsx';
import { pageMeta } from '#app/ui/frame/page-meta.ts';
import { checkLink } from '#shop/text/check-link.ts';
import type { Route } from './+types/download';
import { requireSession } from './require-session.ts';

const VERSIONS = [
  { name: 'Windows', available: true },
  { name: 'MAC', available: false },
  { name: 'Linux', available: false },
];

export const meta: Route.MetaFunction = ({ matches }) => pageMeta(matches, 'Download App');

export async function loader({ context, url }: Route.LoaderArgs) {
  await requireSession(context, url);
  const { modifierUrl } = getShop(context).settings;
  return { modifierUrl: modifierUrl !== null && checkLink(modifierUrl).ok ? modifierUrl : null };
}

export default function DownloadApp({ loaderData: { modifierUrl } }: Route.ComponentProps) {
  return (
    <div className="max-w-[720px]">
      <h1 className="text-xl sm:text-2xl">Download App</h1>
      <p className="mt-1 max-w-[60ch] text-muted">
        O modificador é o programa que ativa as suas skins no jogo. Baixe uma vez e use com todas.
      </p>
      <div className="mt-6 flex flex-col items-start gap-4 rounded-card border border-line bg-surface p-5 sm:p-6">
        {modifierUrl === null ? (
          <p className="text-muted">O download ainda não está disponível. Volte em breve.</p>
        ) : (
          <>
            <a
              href={modifierUrl}
              target="_blank"
              rel="noopener noreferrer"
              className={buttonClass('accent', 'w-full sm:w-auto')}
            >
              <Download aria-hidden="true" className="size-[18px]" />
              Baixar modificador
              <span className="sr-only">(abre em nova aba)</span>
            </a>
            <p className="flex items-center gap-2 text-xs text-muted">
              <ExternalLink aria-hidden="true" className="size-4 shrink-0" />
              Abre a pasta de arquivos em outro site.
            </p>
          </>
        )}
      </div>
      <h2 className="mt-8 text-lg">Versões</h2>
      <ul className="mt-3 divide-y divide-line rounded-card border border-line bg-surface">
        {VERSIONS.map(({ name, available }) => (
          <li key={name} className="flex items-center justify-between gap-4 px-4 py-3.5 sm:px-5">
            <span className={available ? 'font-medium' : 'text-muted'}>{name}</span>
            <Badge tone={available ? 'ok' : 'neutral'}>{available ? 'Disponível' : 'Indisponível'}</Badge>
          </li>
        ))}
      </ul>
      <LinkButton to="/dashboard/como-utilizar" variant="outline" className="mt-6">
        Como utilizar
      </LinkButton>
    </div>
  );
}
