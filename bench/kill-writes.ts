/**
 * Kills a writer on the embedded database with SIGKILL, 20 times on the same folder, and checks after each
 * that every row whose commit was acknowledged is still there.
 *
 *   npm run kill-writes            (or: node bench/kill-writes.ts [kills])
 */
import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'kysely';
import { openDatabase } from '#db/client.server.ts';

const [role, argument] = process.argv.slice(2);

if (role === 'writer') await write(argument ?? '');
else await judge(Number(role ?? 20));

/** Alternates single statements and transactions; prints a number only after its commit returned. */
async function write(directory: string): Promise<void> {
  const database = await openDatabase({ directory });
  await database.executeSql(
    'create table if not exists written (n bigint primary key, filler text not null)',
  );
  const { rows } = await database.executeSql('select coalesce(max(n), 0) as last from written');
  let n = (rows[0] as { last: number }).last;
  process.stdout.write('ready\n');
  for (;;) {
    const next = ++n;
    const insert = sql`insert into written (n, filler) values (${next}, ${'x'.repeat((next % 40) * 50)})`;
    if (next % 2 === 0) await insert.execute(database.db);
    else await database.transaction((tx) => insert.execute(tx));
    process.stdout.write(`${next}\n`);
  }
}

async function judge(kills: number): Promise<void> {
  const directory = join(mkdtempSync(join(tmpdir(), 'fulgor-kill-')), 'db');
  const acknowledged = new Set<number>();
  for (let kill = 1; kill <= kills; kill++) {
    const writer = spawn(process.execPath, [import.meta.filename, 'writer', directory], {
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    const exited = new Promise((done) => writer.once('exit', done));
    let pending = '';
    let started = 0;
    writer.stdout.setEncoding('utf8').on('data', (chunk: string) => {
      const lines = (pending + chunk).split('\n');
      // A line cut off by the kill acknowledged nothing.
      pending = lines.pop() ?? '';
      for (const line of lines) {
        if (line !== 'ready') acknowledged.add(Number(line));
        else if (++started === 1) setTimeout(() => writer.kill('SIGKILL'), 50 + Math.random() * 700);
      }
    });
    await exited;
    if (started === 0) throw new Error(`The writer did not start after kill ${kill - 1}.`);
  }

  const database = await openDatabase({ directory });
  const { rows } = await database.executeSql('select n from written');
  await database.close();
  rmSync(directory, { recursive: true, force: true });
  const found = new Set(rows.map((row) => (row as { n: number }).n));
  const lost = [...acknowledged].filter((n) => !found.has(n));
  console.log(`${kills} kills, ${acknowledged.size} acknowledged rows, ${lost.length} lost`);
  if (acknowledged.size < kills || lost.length > 0) process.exitCode = 1;
}
