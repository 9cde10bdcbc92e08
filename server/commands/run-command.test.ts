import { afterEach, expect, test, vi } from 'vitest';
import { CommandRefused } from './command-refused.ts';
import { runCommand } from './run-command.ts';

afterEach(() => {
  vi.restoreAllMocks();
  process.exitCode = undefined;
});

const written = (stream: NodeJS.WriteStream) => {
  const lines: string[] = [];
  vi.spyOn(stream, 'write').mockImplementation((text) => lines.push(String(text)) > 0);
  return lines;
};

test('what a command answers is printed, what it writes is for its own account alone, and it ends well', async () => {
  process.umask(0o022);
  const lines = written(process.stdout);
  await runCommand(async () => 'Feito.\n{"ok":true}');
  expect(lines).toEqual(['Feito.\n{"ok":true}\n']);
  // Node tells it while it sets it.
  expect(process.umask(0o077)).toBe(0o077);
  expect(process.exitCode).toBeUndefined();
});

test.each([
  [new CommandRefused('Diga o destino.'), 'Diga o destino.\n'],
  [
    Object.assign(new Error('ENOSPC: no space left on device'), { code: 'ENOSPC', path: '/backups/a' }),
    'Não há mais espaço no disco: /backups/a.\n',
  ],
  [Object.assign(new Error('EACCES'), { code: 'EACCES' }), 'Não dá para gravar ou ler aqui.\n'],
])('what the owner can mend is told in a sentence: %s', async (error, sentence) => {
  const lines = written(process.stderr);
  await runCommand(async () => {
    throw error;
  });
  expect(lines).toEqual([sentence]);
  expect(process.exitCode).toBe(1);
});

test('a bug shows its stack', async () => {
  const lines = written(process.stderr);
  await runCommand(async () => {
    throw new TypeError('x is not a function');
  });
  expect(lines.join('')).toMatch(/TypeError: x is not a function\n +at /);
  expect(process.exitCode).toBe(1);
});
