import { ExternalLink } from 'lucide-react';
import { Link } from 'react-router';
import { BrandMark, useBrand } from './brand.tsx';
import { LegalNotice } from './legal-notice.tsx';

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
  const { name, socialUrl } = useBrand();
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
        <LegalNotice />
      </div>
    </footer>
  );
}
