import { call } from '../call.ts';
import { REQUEST_REFUSALS } from '../sentences/requests.ts';
import { askRequest, showRequest } from './request-operations.ts';

const ASKS = { right: 'orders.read', scope: 'requests:write' } as const;

/** What an assistant asks for, and what came of it. */
export const REQUEST_CALLS = {
  '/api/v1/requests': { POST: { call: call(askRequest, REQUEST_REFUSALS, 202), ...ASKS } },
  '/api/v1/requests/:requestId': { GET: { call: call(showRequest, REQUEST_REFUSALS), ...ASKS } },
};
