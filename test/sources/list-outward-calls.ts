import { OUTWARD_CALLS, type OutwardCall } from '#shop/limits/outward-calls.ts';
import { listCalls, listForms } from './api-examples.ts';

/** The rows of the limits by name, each with the addresses of the operations that name it. */
export function listOutwardCalls(): [string, OutwardCall][] {
  const doors = [...listCalls(), ...listForms()].filter(({ method }) => method !== 'GET');
  return Object.entries<OutwardCall>(OUTWARD_CALLS).map(([name, call]) => [
    name,
    {
      ...call,
      at: [
        ...call.at,
        ...doors.filter(({ does }) => does.limit === name).map(({ method, path }) => `${method} ${path}`),
      ],
    },
  ]);
}
