import { OPEN_CALLS, type OpenCall } from './open-calls.ts';
import type { Method } from './api.ts';
import { REQUEST_CALLS } from './requests/request-calls.ts';

/** Every operation that a key opens. */
export const V1: Readonly<Record<string, Readonly<Partial<Record<Method, OpenCall>>>>> = {
  ...OPEN_CALLS,
  ...REQUEST_CALLS,
};
