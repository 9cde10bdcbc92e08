import archivo from './fonts/archivo.woff2?url';
import bricolage from './fonts/bricolage-grotesque.woff2?url';
import fraunces from './fonts/fraunces.woff2?url';
import sora from './fonts/sora.woff2?url';

/** The four typefaces of headings that a brand may choose from (docs/decisions/fonts.md). */
export const HEADING_FONTS = { bricolage, archivo, sora, fraunces };
