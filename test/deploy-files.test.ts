import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { expect, test } from 'vitest';
import { ENV_VARIABLES } from '#server/config/env.ts';

const read = (name: string) => readFileSync(resolve(import.meta.dirname, '..', name), 'utf8');
const hasSystemd = spawnSync('systemd-analyze', ['--version']).status === 0;

test('what the files of deploy/ set is a setting of the shop', () => {
  const set = [
    ...read('deploy/shop.env.example').matchAll(/^#? ?([A-Z][A-Z_0-9]+)=/gm),
    ...(
      /shop:\n[\s\S]*?environment:\n([\s\S]*?)\n {4}\w/.exec(read('deploy/compose.yaml'))?.[1] ?? ''
    ).matchAll(/^ {6}([A-Z_]+):/gm),
    ...(/^Environment=(.*)$/m.exec(read('deploy/systemd/fulgor.service'))?.[1] ?? '').matchAll(/([A-Z_]+)=/g),
    ...(/^ENV ([\s\S]*?[^\\])\n/m.exec(read('Dockerfile'))?.[1] ?? '').matchAll(/^\s*([A-Z_]+)=/gm),
    ...read('deploy/cluster/shop.env').matchAll(/^([A-Z_]+)=/gm),
  ].map(([, name = '']) => name);
  expect(set.length).toBeGreaterThan(30);
  expect(set.filter((name) => name !== 'PATH' && !(ENV_VARIABLES as string[]).includes(name))).toEqual([]);
});

test('Caddy gives up a connection that is idle before the shop does: no request is sent into one that closes', () => {
  const [, shopMs = ''] = /keepAliveTimeout: ([\d_]+)/.exec(read('server/serve-shop.ts')) ?? [];
  const [, caddySeconds = ''] = /keepalive (\d+)s$/m.exec(read('deploy/Caddyfile')) ?? [];
  expect(Number(caddySeconds)).toBeGreaterThan(0);
  expect(Number(caddySeconds) * 1000).toBeLessThan(Number(shopMs.replaceAll('_', '')));
});

test('the command of a packaged folder names each program that is built', () => {
  const built = [...read('vite.config.ts').matchAll(/^ +'?([\w-]+)'?: '\.\/server\/[\w-]+\.ts',$/gm)].map(
    ([, name]) => name,
  );
  expect(built).toContain('main');
  const lists = [...read('deploy/fulgor').matchAll(/\[([\w|-]+)\]/g)].map(([, named = '']) => named);
  expect(lists).toHaveLength(2);
  for (const named of lists) expect(new Set(named.split('|'))).toEqual(new Set(built));
});

test.skipIf(!hasSystemd)(
  'systemd reads the unit and what is added to that of Caddy, and finds little that ours leaves open (systemd-analyze)',
  () => {
    const folder = mkdtempSync(join(tmpdir(), 'fulgor-units-'));
    const unit = join(folder, 'fulgor.service');
    // The program is not on this machine.
    writeFileSync(
      unit,
      read('deploy/systemd/fulgor.service').replace('/opt/fulgor/current/bin/fulgor', '/bin/true'),
    );
    const verified = spawnSync('systemd-analyze', ['verify', '--man=no', unit], { encoding: 'utf8' });
    expect([verified.status, verified.stderr]).toEqual([0, '']);
    const measured = spawnSync('systemd-analyze', ['security', '--offline=true', '--threshold=15', unit], {
      encoding: 'utf8',
    });
    expect(measured.status, measured.stdout).toBe(0);
    // Debian's unit, as far as this drop-in leaves it.
    const caddy = join(folder, 'caddy.service');
    writeFileSync(
      caddy,
      read('deploy/systemd/caddy.conf').replace('[Service]\n', '[Service]\nExecStart=/bin/true\n'),
    );
    const dropIn = spawnSync('systemd-analyze', ['verify', '--man=no', caddy], { encoding: 'utf8' });
    expect([dropIn.status, dropIn.stderr]).toEqual([0, '']);
    rmSync(folder, { recursive: true });
  },
);

// shows: threat 87
test('etcd, which asks nobody for a password, is open to the database machines alone, in the rules and in the words', () => {
  const rules = read('deploy/cluster/firewall.nft');
  const accepted = [...rules.matchAll(/ip saddr \{ (.+) \} tcp dport \{ ([\d, ]+) \} accept/g)].map(
    ([, from = '', ports = '']) => [ports, [...from.matchAll(/[A-Z]+\d/g)].map(([machine]) => machine)],
  );
  const databases = ['DB1', 'DB2', 'DB3'];
  expect(accepted).toEqual([
    ['2379, 2380', databases],
    ['5432, 8008', [...databases, 'WEB1', 'WEB2']],
  ]);
  // Whatever is accepted is refused to everybody else, and nothing else is accepted.
  expect(rules.match(/accept$/gm)).toHaveLength(3);
  expect(rules).toMatch(/iifname "lo" accept[\s\S]*tcp dport \{ 2379, 2380, 5432, 8008 \} drop\n/);
  expect(read('deploy/cluster/fill')).toMatch(/db\*\) files='[^']*firewall\.nft[^']*'/);
  const page = read('docs/cluster.md');
  expect(page).toContain('2379 and 2380 on db1 to db3 from these three alone');
  expect(page).toContain('/etc/nftables.d/fulgor.nft');
});
