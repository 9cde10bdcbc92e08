import { spawnSync } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { findProgram } from './find-programs.ts';
import { MACHINES } from './network.ts';
import { ownValues, readValues, writeConfiguration } from './write-configuration.ts';

const TEMPLATES = resolve(import.meta.dirname, '../../deploy/cluster');
const folder = mkdtempSync(join(tmpdir(), 'fulgor-configuration-'));
const values = ownValues({
  folder,
  postgresPrograms: '/usr/lib/postgresql/15/bin',
  appUrl: 'https://loja.test',
});
const homes = Object.fromEntries(
  MACHINES.map((machine) => [machine, writeConfiguration(machine, values, folder)]),
) as { [machine in (typeof MACHINES)[number]]: string };
const read = (machine: (typeof MACHINES)[number], file: string) =>
  readFileSync(join(homes[machine], file), 'utf8');
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const haproxy = findProgram('haproxy');
const hasPatroni = findProgram('patroni') !== undefined;

describe('the configuration of many machines', () => {
  it('has a file of each part for each machine, with every value filled in', () => {
    expect(readdirSync(homes.db2).sort()).toEqual([
      'etcd.env',
      'firewall.nft',
      'patroni.yml',
      'restart.conf',
    ]);
    expect(readdirSync(homes.web1).sort()).toEqual([
      '503.http',
      'haproxy.cfg',
      'pgbouncer.ini',
      'restart.conf',
      'shop.env',
      'userlist.txt',
    ]);
    for (const machine of MACHINES)
      for (const file of readdirSync(homes[machine])) expect(read(machine, file), file).not.toMatch(/\$\{/);
    expect(readValues(read('db2', 'etcd.env')).ETCD_NAME).toBe('db2');
    expect(readValues(read('web2', 'shop.env'))).toMatchObject({
      HOST: values.WEB2,
      DATABASE_URL: `postgres://fulgor:${values.SHOP_PASSWORD}@127.0.0.1:6432/fulgor`,
    });
  });

  it('is refused, by name, while a password is missing', () => {
    const { status, stderr } = spawnSync(
      join(TEMPLATES, 'fill'),
      [join(TEMPLATES, 'cluster.env.example'), 'db1', join(folder, 'unfilled')],
      { encoding: 'utf8' },
    );
    expect(status).not.toBe(0);
    expect(stderr).toMatch(/PATRONI_PASSWORD has no value/);
  });

  it('gives a primary that fell silent up before its standbys take over', () => {
    const text = read('db1', 'patroni.yml');
    const figure = (name: string) => Number(new RegExp(String.raw`^\s+${name}: (\d+)$`, 'm').exec(text)?.[1]);
    expect(figure('loop_wait') + 2 * figure('retry_timeout')).toBeLessThanOrEqual(figure('ttl'));
    expect(text).toContain('synchronous_mode: true');
  });

  it('tries a primary that is just going again at once, not a second later', () => {
    const [, primary = ''] = /^listen primary$(.*?)^listen /ms.exec(read('web1', 'haproxy.cfg')) ?? [];
    expect(primary).toMatch(/^\s+retries 0$/m);
    expect(Number(/^server_login_retry = (.+)$/m.exec(read('web1', 'pgbouncer.ini'))?.[1])).toBeLessThan(1);
  });

  it('never sends a purchase to a second shop that the first may have heard of', () => {
    const retries = [...read('web1', 'haproxy.cfg').matchAll(/^\s*retry-on (.*)$/gm)].map(([, on]) => on);
    expect(new Set(retries)).toEqual(new Set(['conn-failure']));
  });

  it.skipIf(haproxy === undefined)('is valid to HAProxy (Debian package haproxy)', () => {
    const check = spawnSync(haproxy as string, ['-c', '-f', join(homes.web1, 'haproxy.cfg')], {
      encoding: 'utf8',
    });
    expect(check.stdout + check.stderr).toMatch(/valid/);
    expect(check.status).toBe(0);
  });

  it.skipIf(!hasPatroni)('is YAML to Patroni (Debian package patroni)', () => {
    const script = join(folder, 'read.py');
    writeFileSync(script, 'import json, sys, yaml\nprint(json.dumps(yaml.safe_load(open(sys.argv[1]))))\n');
    const { stdout } = spawnSync('/usr/bin/python3', [script, join(homes.db3, 'patroni.yml')], {
      encoding: 'utf8',
    });
    expect(JSON.parse(stdout)).toMatchObject({
      name: 'db3',
      etcd: { hosts: `${values.DB1}:2379,${values.DB2}:2379,${values.DB3}:2379` },
      bootstrap: { dcs: { synchronous_mode: true, postgresql: { use_pg_rewind: true } } },
    });
  });
});
