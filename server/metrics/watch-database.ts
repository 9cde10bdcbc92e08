import type { DatabaseWatch } from '#db/watch-statements.server.ts';
import type { Metrics } from '#shop/metrics/metrics.ts';

/** Any other word is 'other': a label is never made of what a statement says. */
const WORDS = new Set(['select', 'insert', 'update', 'delete', 'with', 'begin', 'commit', 'rollback']);

export function watchDatabase(metrics: Metrics): DatabaseWatch {
  return {
    statement(text, startedAt, isOk) {
      const labels = { statement: firstWord(text), outcome: isOk ? 'ok' : 'failed' };
      metrics.observe('fulgor_statement_seconds', labels, (performance.now() - startedAt) / 1000);
    },
    connection(startedAt) {
      metrics.observe('fulgor_connection_wait_seconds', {}, (performance.now() - startedAt) / 1000);
    },
  };
}

function firstWord(text: string): string {
  const word = /\w+/.exec(text)?.[0].toLowerCase() ?? '';
  return WORDS.has(word) ? word : 'other';
}
