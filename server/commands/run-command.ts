import { DataDirectoryInUse } from '#db/data-lock.server.ts';
import { GatewayError } from '#shop/payments/gateway.ts';
import { EnvError } from '../config/env.ts';
import { writePrivately } from '../storage/make-private.ts';
import { explainFailure } from './explain-failure.ts';

const EXPECTED = [DataDirectoryInUse, EnvError, GatewayError];

/**
 * Runs a command of the owner and ends the process's part: what it answers goes to the standard output; a sentence, or
 * for a bug the stack, to the standard error, with the exit code 1.
 */
export async function runCommand(main: (words: string[]) => Promise<string>): Promise<void> {
  writePrivately();
  try {
    process.stdout.write(`${await main(process.argv.slice(2))}\n`);
  } catch (error) {
    process.stderr.write(`${explain(error as Error)}\n`);
    process.exitCode = 1;
  }
}

function explain(error: Error): string {
  if (EXPECTED.some((kind) => error instanceof kind)) return error.message;
  return explainFailure(error) ?? error.stack ?? error.message;
}
