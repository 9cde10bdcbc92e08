import { createContext, use } from 'react';

export interface Brand {
  name: string;
  /** The address of a logo of its own. */
  logo: string | null;
  socialUrl: string | null;
  /** Who sells, in one line; null until the owner says so in the panel. */
  seller: string | null;
}

const BrandContext = createContext<Brand | null>(null);
export const BrandProvider = BrandContext.Provider;

export function useBrand(): Brand {
  const brand = use(BrandContext);
  if (!brand) throw new Error('useBrand must be used within a BrandProvider');
  return brand;
}

/** The shop's logo, or a shard with a lit edge: our own mark, legible at 20 px. */
export function BrandMark({ className = 'size-7' }: { className?: string }) {
  const logo = use(BrandContext)?.logo;
  if (logo) return <img src={logo} alt="" className={`${className} w-auto max-w-32 object-contain`} />;
  return (
    <svg viewBox="0 0 28 28" aria-hidden="true" className={className}>
      <path d="M14 1.5 24 11 14 26.5 4 11Z" className="fill-raised stroke-line" strokeWidth="1" />
      <path d="M14 1.5 24 11 14 26.5Z" className="fill-accent" />
      <path d="M14 1.5 24 11H14Z" className="fill-white" fillOpacity="0.35" />
      <path d="M4 11h10v15.5Z" className="fill-accent" fillOpacity="0.28" />
    </svg>
  );
}
