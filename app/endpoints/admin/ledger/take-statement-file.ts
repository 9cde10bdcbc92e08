import type { RouterContextProvider } from 'react-router';
import { takeStatement } from '#shop/ledger/statements/take-statement.ts';
import { takeFile } from '../take-file.ts';

/** Taken in as a statement. */
export const takeStatementFile = (request: Request, context: Readonly<RouterContextProvider>) =>
  takeFile(request, context, { right: 'reconciliation', limit: 'keep-statement' }, takeStatement);
