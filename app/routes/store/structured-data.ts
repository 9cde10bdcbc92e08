import { skinKey } from '#shop/catalog/sku.ts';
import { toReais } from '#shop/text/reais.ts';
import type { MetaDescriptor } from 'react-router';
import { sharePictureUrl } from '#app/ui/frame/page-meta.ts';
import { dayOf } from '#shop/numbers/day-span.ts';
import type { Review } from '#shop/reviews/review.ts';
import { skinPath } from '#app/ui/skin/skin-path.ts';
import { type CardSkin } from '#app/ui/skin/skin-card.tsx';

interface OfferedSkin {
  skin: CardSkin;
  /** It is sold before its file exists. */
  isAhead?: boolean;
  description: string;
  shop: { name: string; url: string };
  /** Those that the page shows, and what it says of all. */
  reviews: { average: number | null; count: number; entries: readonly Review[] } | null;
}

/** What search engines read of a skin, in schema.org's words. React Router escapes what could end the script. */
export function structuredData({ skin, isAhead, description, shop, reviews }: OfferedSkin): MetaDescriptor[] {
  const url = `${shop.url}${skinPath(skin)}`;
  const crumbs = [
    { name: shop.name, item: `${shop.url}/` },
    { name: 'Loja', item: `${shop.url}/loja` },
    { name: skin.name, item: url },
  ];
  return [
    {
      'script:ld+json': {
        '@context': 'https://schema.org',
        '@type': 'Product',
        name: skin.name,
        description,
        sku: skinKey(skin.sku),
        category: skin.championName,
        image: [sharePictureUrl(shop.url, skin)],
        url,
        ...(reviews?.average && rated(reviews.average, reviews.count, reviews.entries)),
        offers: {
          '@type': 'Offer',
          url,
          price: toReais(skin.priceCents).toFixed(2),
          priceCurrency: 'BRL',
          availability: `https://schema.org/${!skin.available ? 'OutOfStock' : isAhead ? 'PreOrder' : 'InStock'}`,
          itemCondition: 'https://schema.org/NewCondition',
          seller: { '@type': 'Organization', name: shop.name },
        },
      },
    },
    {
      'script:ld+json': {
        '@context': 'https://schema.org',
        '@type': 'BreadcrumbList',
        itemListElement: crumbs.map((crumb, index) => ({
          '@type': 'ListItem',
          position: index + 1,
          ...crumb,
        })),
      },
    },
  ];
}

const BOUNDS = { bestRating: 5, worstRating: 1 };

/** Not a word and not a figure that the visitor does not read on the page. */
function rated(average: number, count: number, reviews: readonly Review[]) {
  return {
    aggregateRating: {
      '@type': 'AggregateRating',
      ratingValue: average.toFixed(1),
      reviewCount: count,
      ...BOUNDS,
    },
    review: reviews.map(({ stars, text, name, createdAt }) => ({
      '@type': 'Review',
      author: { '@type': 'Person', name },
      datePublished: dayOf(createdAt),
      reviewRating: { '@type': 'Rating', ratingValue: stars, ...BOUNDS },
      ...(text && { reviewBody: text }),
    })),
  };
}
