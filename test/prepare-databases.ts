import { mkdtempSync } from 'node:fs';
import { rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { PGlite } from '@electric-sql/pglite';
import { packTar, unpackTar } from 'modern-tar';
import { openDatabase, type DatabaseHandle } from '#db/client.server.ts';
import { migrate } from '#db/migrate.server.ts';
import { createJobRunner } from '#server/workers/jobs.ts';
import { createLog } from '#server/config/log.ts';
import { createServerDatabase, dropServerDatabase } from './database.ts';
import { startPgBouncer } from './pgbouncer.ts';

/**
 * Runs once before the tests of a database kind. Making an embedded database anew takes four times as long as
 * loading the image of one, and each of some hundred tests has its own.
 */
export async function setup(project: { name: string }): Promise<() => Promise<void>> {
  return project.name === 'postgres' ? prepareServer() : prepareEmbedded();
}

async function prepareEmbedded(): Promise<() => Promise<void>> {
  const directory = mkdtempSync(join(tmpdir(), 'fulgor-images-'));
  const data = join(directory, 'data');
  await saveImage(data, join(directory, 'empty.tar'));
  await prepare(await openDatabase({ directory: data }));
  await saveImage(data, join(directory, 'prepared.tar'));
  process.env.TEST_EMBEDDED_IMAGES = directory;
  return () => rm(directory, { recursive: true, force: true });
}

/** PostgreSQL's two template databases, 600 files: nothing is made from them, and each copy would unpack them. */
const TEMPLATES = /^\/?base\/[14]\/./;

async function saveImage(data: string, file: string): Promise<void> {
  const lite = await PGlite.create({ dataDir: data });
  const whole = await lite.dumpDataDir('none');
  const entries = await unpackTar(whole.stream(), { filter: ({ name }) => !TEMPLATES.test(name) });
  await writeFile(file, await packTar(entries.map(({ header, data: body }) => ({ header, body }))));
  await lite.close();
}

async function prepareServer(): Promise<() => Promise<void>> {
  const size = Number(process.env.TEST_POOLER ?? 0);
  const pooler = size > 0 ? await startPgBouncer(process.env.TEST_DATABASE_URL ?? '', size) : null;
  if (pooler) process.env.TEST_POOLER_HOST = new URL(pooler.through('postgres://any')).host;
  const { name, url } = await createServerDatabase('template1');
  await prepare(await openDatabase({ url }));
  process.env.TEST_TEMPLATE_DATABASE = name;
  return async () => {
    await pooler?.stop();
    await dropServerDatabase(name);
  };
}

async function prepare(database: DatabaseHandle): Promise<void> {
  await migrate(database);
  const runner = createJobRunner(database, createLog({ level: 'error' }));
  await runner.prepare();
  await runner.stop();
  await database.close();
}
