import type { MetaDescriptor } from 'react-router';
import type { FaqEntry } from './faq-entries.ts';

interface ShopIdentity {
  name: string;
  /** Public origin, no trailing slash. */
  url: string;
  socialUrl: string | null;
}

/**
 * What search engines read of the landing page, in schema.org's words. No rating is in it: search engines
 * accept only reviews that they can trace.
 */
export function structuredData({ name, url, socialUrl }: ShopIdentity, faq: FaqEntry[]): MetaDescriptor[] {
  return [
    {
      'script:ld+json': {
        '@context': 'https://schema.org',
        '@type': 'Organization',
        name,
        url: `${url}/`,
        logo: `${url}/icon-512.png`,
        contactPoint: {
          '@type': 'ContactPoint',
          contactType: 'customer support',
          url: `${url}/contato`,
          availableLanguage: 'pt-BR',
        },
        ...(socialUrl && { sameAs: [socialUrl] }),
      },
    },
    {
      'script:ld+json': {
        '@context': 'https://schema.org',
        '@type': 'FAQPage',
        mainEntity: faq.map(({ question, answer }) => ({
          '@type': 'Question',
          name: question,
          acceptedAnswer: { '@type': 'Answer', text: answer },
        })),
      },
    },
  ];
}
