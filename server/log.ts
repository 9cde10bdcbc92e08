import type { Log } from '#shop/log.ts';
// STUB
export function createLog(o: { level: string }): Log {
  const w = (level: string) => (event: string, fields?: object) => {
    if (level === 'debug' && o.level !== 'debug') return;
    process.stdout.write(`${JSON.stringify({ level, event, ...fields, error: String((fields as { error?: Error })?.error?.stack ?? '') || undefined })}\n`);
  };
  const log: Log = { debug: w('debug'), info: w('info'), warn: w('warn'), error: w('error'), child: () => log };
  return log;
}
