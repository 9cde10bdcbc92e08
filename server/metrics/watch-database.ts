import type { DatabaseWatch } from '#db/watch-statements.server.ts';
import type { Metrics } from '#shop/metrics/metrics.ts';

/** Any other word is 'other': a label is never made of what a statement says. */
const WORDS = ['select', 'insert', 'update', 'with', 'delete', 'begin', 'commit', 'rollback'];

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
  // Ours begin with it, those of pg-boss with spaces.
  const start =
    text.startsWith(' ') || text.startsWith('\n') ? text.slice(0, 200).trimStart().toLowerCase() : text;
  return WORDS.find((word) => start.startsWith(word)) ?? 'other';
}
