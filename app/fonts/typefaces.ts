import bricolage from './bricolage-grotesque.woff2?url';
import inter from './inter.woff2?url';

export interface Typeface {
  family: string;
  file: string;
  weight: string;
}

/** Cut to the letters of Western Europe and the weights in use (docs/decisions/fonts-cut-to-size.md). */
export const TYPEFACES: Typeface[] = [
  { family: 'Inter Variable', file: inter, weight: '400 700' },
  { family: 'Bricolage Grotesque Variable', file: bricolage, weight: '600 800' },
];
