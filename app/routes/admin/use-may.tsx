import { createContext, use, type ReactNode } from 'react';
import { mayDo, type Right, type StaffRole } from '#shop/accounts/staff/rights.ts';

const RoleContext = createContext<StaffRole | null>(null);

/** Hands the role of the signed-in clerk to the screens of the panel. */
export function RoleProvider({ role, children }: { role: StaffRole | null; children: ReactNode }) {
  return <RoleContext value={role}>{children}</RoleContext>;
}

/** Whether this clerk may do it: the button is shown. The server checks every call again. */
export function useMay(right: Right): boolean {
  return mayDo(use(RoleContext), right);
}
