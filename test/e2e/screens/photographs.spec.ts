import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { resolve } from 'node:path';
import { promisify } from 'node:util';
import { expect, test } from '../shop.ts';

const SCRIPT = resolve(import.meta.dirname, '../../screenshots/take-screenshots.ts');

test('the shop that is photographed can still be filled', { tag: '@release' }, async () => {
  const { stdout } = await promisify(execFile)(process.execPath, [SCRIPT, 'inicio-topo', 'confianca']);
  expect(stdout).toContain('6 pictures in screenshots/, 0 failed');
  expect(existsSync('screenshots/confianca-360.png')).toBe(true);
});
