import { createContext, use } from 'react';
import type { StaffHours } from '#shop/settings/setting-table.ts';

/** What the shop promises to everybody, as staff have set it. */
export interface Offer {
  /** How soon a paid order comes. */
  promiseMinutes: number;
  /** When staff are there to send it. null: always. */
  staffHours: StaffHours | null;
  hasOnePrice: boolean;
  /** What the groups of the goods are called, in a sentence: `arma` and `armas`. null: `campeão`. */
  groupWords: { one: string; many: string } | null;
}

/** What the specification promises; `root.tsx` gives what holds now. */
export const USUAL_OFFER: Offer = {
  promiseMinutes: 15,
  staffHours: null,
  hasOnePrice: true,
  groupWords: null,
};

const OfferContext = createContext<Offer>(USUAL_OFFER);
export const OfferProvider = OfferContext.Provider;

export const useOffer = (): Offer => use(OfferContext);
