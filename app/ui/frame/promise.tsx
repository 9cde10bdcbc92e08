import { createContext, use } from 'react';
import type { StaffHours } from '#shop/settings/setting-table.ts';

/** How soon a paid order comes, and when staff are there to send it. */
export interface DeliveryPromise {
  minutes: number;
  /** null: always. */
  staffHours: StaffHours | null;
}

const PromiseContext = createContext<DeliveryPromise>({ minutes: 15, staffHours: null });
export const PromiseProvider = PromiseContext.Provider;

export const usePromise = (): DeliveryPromise => use(PromiseContext);
