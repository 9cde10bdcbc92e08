import { ExternalLink } from 'lucide-react';
import { Link } from 'react-router';
import { BrandMark, useBrand } from './brand.tsx';

const QUICK_LINKS = [
  { to: '/loja', label: 'Loja' },
  { to: '/sobre-nos', label: 'Sobre Nós' },
  { to: '/contato', label: 'Contato' },
  { to: '/carreiras', label: 'Carreiras' },
  { to: '/privacidade', label: 'Privacidade' },
  { to: '/termos', label: 'Termos' },
];

const link =
  'inline-flex min-h-11 items-center gap-1.5 rounded-control px-3 text-sm text-muted hover:text-text';

export function SiteFooter() {
  const { name, socialUrl, seller } = useBrand();
  return (
    <footer className="mt-16 border-t border-line bg-surface">
      <div className="gutter mx-auto max-w-[1600px] py-10">
        <div className="flex flex-wrap items-center justify-between gap-x-8 gap-y-4">
          <p className="flex items-center gap-2 font-heading text-lg font-bold">
            <BrandMark className="size-6" />
            {name}
          </p>
          <nav aria-label="Links rápidos" className="-mx-3 flex flex-wrap">
            {QUICK_LINKS.map(({ to, label }) => (
              <Link key={to} to={to} className={link}>
                {label}
              </Link>
            ))}
            {socialUrl && (
              <a href={socialUrl} target="_blank" rel="noopener noreferrer" className={link}>
                Redes sociais
                <ExternalLink aria-hidden="true" className="size-3.5" />
                <span className="sr-only">(abre em nova aba)</span>
              </a>
            )}
          </nav>
        </div>
        {seller && <p className="mt-6 max-w-[68ch] text-xs break-words text-muted">{seller}</p>}
        {/* The wording that the data source's policy asks for, in Portuguese (ruling 20). */}
        <p className="mt-6 max-w-[68ch] text-xs text-muted">
          {name} é uma loja independente, sem vínculo com a Riot Games. Ela não é endossada pela Riot Games e
          não reflete as visões ou opiniões da Riot Games nem de qualquer pessoa oficialmente envolvida na
          produção ou no gerenciamento das propriedades da Riot Games. Riot Games e todas as propriedades
          associadas são marcas comerciais ou marcas registradas da Riot Games, Inc.
        </p>
      </div>
    </footer>
  );
}
