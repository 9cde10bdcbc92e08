// A temporary PostgreSQL for tests. On its own (`npm run postgres`) it prints the address and runs until Ctrl-C.
import { spawn, spawnSync } from 'node:child_process';
import { chownSync, existsSync, mkdtempSync, readFileSync, readdirSync, rmSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { findOnPath } from './install/find-browser.mjs';
import { installPackage } from './install/install-package.mjs';
import { installNpmPostgres } from './install/npm-postgres.mjs';
import { findMemoryFolder } from './run/find-memory-folder.mjs';

const OLDEST_MAJOR = 15;
const READY_SECONDS = 30;

function majorOf(folder) {
  const { stdout } = spawnSync(join(folder, 'postgres'), ['--version'], { encoding: 'utf8' });
  return Number(/\(PostgreSQL\) (\d+)/.exec(stdout ?? '')?.[1] ?? 0);
}

/** The folder of the newest PostgreSQL's programs, or undefined. */
function findPrograms() {
  const debian = '/usr/lib/postgresql';
  const folders = existsSync(debian) ? readdirSync(debian).map((version) => `${debian}/${version}/bin`) : [];
  const onPath = findOnPath(['initdb']);
  if (onPath) folders.push(dirname(onPath));
  return folders
    .filter((folder) => existsSync(join(folder, 'initdb')))
    .map((folder) => ({ folder, major: majorOf(folder) }))
    .filter(({ major }) => major >= OLDEST_MAJOR)
    .sort((a, b) => b.major - a.major)[0]?.folder;
}

/** PostgreSQL refuses to run as root: then it runs as its own user, or as `nobody`. */
function unprivilegedUser() {
  if (process.getuid?.() !== 0) return {};
  const users = readFileSync('/etc/passwd', 'utf8')
    .split('\n')
    .map((line) => line.split(':'));
  const user = ['postgres', 'nobody'].map((name) => users.find(([known]) => known === name)).find(Boolean);
  if (!user) throw new Error('O PostgreSQL não roda como root, e não há usuário postgres nem nobody');
  return { uid: Number(user[2]), gid: Number(user[3]) };
}

function findFreePort() {
  return new Promise((resolve, reject) => {
    const server = createServer().on('error', reject);
    server.listen(0, '127.0.0.1', () => {
      const { port } = server.address();
      server.close(() => resolve(port));
    });
  });
}

/**
 * @typedef {{ url: string, stop: () => Promise<void>, restart: () => Promise<void> }} Server `url` names a superuser;
 *   tests make their own databases. `restart` cuts every connection and comes back at the same address.
 */

/**
 * Starts a cluster of its own in a temporary folder, on a random port of 127.0.0.1, without durability.
 * @param {Record<string, string>} ownSettings over those below
 * @returns {Promise<Server & { addStandby: null | ((settings?: Record<string, string>) => Promise<Server>) }>}
 *   `addStandby`: null where its PostgreSQL has no pg_basebackup.
 */
export async function startPostgres(ownSettings = {}) {
  let programs = findPrograms();
  let problem = `instale o PostgreSQL ${OLDEST_MAJOR} ou mais novo`;
  if (!programs) {
    problem = (await installPackage('postgresql')) ?? problem;
    programs = findPrograms();
  }
  const user = unprivilegedUser();
  const folder = mkdtempSync(join(tmpdir(), 'fulgor-postgres-'));
  const remove = () => rmSync(folder, { recursive: true, force: true });
  // Beside its data, so that the unprivileged user can write it.
  programs ??= await installNpmPostgres(join(folder, 'npm'));
  if (!programs) {
    remove();
    throw new Error(`Falta o PostgreSQL: ${problem}`);
  }
  if (user.uid !== undefined) chownSync(folder, user.uid, user.gid);
  const data = join(folder, 'data');
  // C.UTF-8, so that lower() and ILIKE handle accents as on a production server.
  const locale = process.platform === 'darwin' ? 'en_US.UTF-8' : 'C.UTF-8';
  const made = spawnSync(
    join(programs, 'initdb'),
    ['-D', data, '-U', 'postgres', '-A', 'trust', '-E', 'UTF8', `--locale=${locale}`, '--no-sync'],
    { ...user, cwd: folder, encoding: 'utf8' },
  );
  if (made.status !== 0) {
    remove();
    throw new Error(`initdb falhou: ${made.stderr || made.error?.message}`);
  }

  const settings = {
    fsync: 'off',
    synchronous_commit: 'off',
    full_page_writes: 'off',
    max_connections: '200',
    unix_socket_directories: '',
    listen_addresses: '127.0.0.1',
    timezone: 'UTC',
    ...ownSettings,
  };
  const server = await runServer({ programs, user, folder, data, settings, remove });
  /** Another server that follows this one. It has the same methods; `select pg_promote()` makes it the primary. */
  const addStandby = async (standbySettings = {}) => {
    const own = mkdtempSync(join(tmpdir(), 'fulgor-standby-'));
    if (user.uid !== undefined) chownSync(own, user.uid, user.gid);
    const [copy, from] = [join(own, 'data'), new URL(server.url)];
    const copied = spawnSync(
      join(programs, 'pg_basebackup'),
      ['-h', from.hostname, '-p', from.port, '-U', 'postgres', '-D', copy, '-R', '-c', 'fast', '--no-sync'],
      { ...user, cwd: own, encoding: 'utf8' },
    );
    const removeCopy = () => rmSync(own, { recursive: true, force: true });
    if (copied.status !== 0) {
      removeCopy();
      throw new Error(`pg_basebackup falhou: ${copied.stderr || copied.error?.message}`);
    }
    return runServer({
      programs,
      user,
      folder: own,
      data: copy,
      settings: { ...settings, ...standbySettings },
      remove: removeCopy,
    });
  };
  return { ...server, addStandby: existsSync(join(programs, 'pg_basebackup')) ? addStandby : null };
}

/** A server over the cluster in `data`, on a random port of 127.0.0.1. */
async function runServer({ programs, user, folder, data, settings, remove }) {
  const port = await findFreePort();
  const options = Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`]);
  let complaints = '';
  const launch = () => {
    const child = spawn(join(programs, 'postgres'), ['-D', data, '-p', String(port), ...options], {
      ...user,
      cwd: folder,
      stdio: ['ignore', 'ignore', 'pipe'],
    });
    child.stderr.setEncoding('utf8').on('data', (text) => (complaints = (complaints + text).slice(-4000)));
    const ended = new Promise((resolve) => child.on('close', resolve).on('error', resolve));
    return { child, ended, hasEnded: () => child.exitCode !== null || child.signalCode !== null };
  };
  let server = launch();

  const end = async () => {
    // SIGINT is PostgreSQL's "fast" shutdown: open connections are cut, not waited for.
    if (!server.hasEnded()) server.child.kill('SIGINT');
    await Promise.race([server.ended, sleep(10_000, undefined, { ref: false })]);
    if (!server.hasEnded()) server.child.kill('SIGQUIT');
    await server.ended;
  };
  const stop = async () => {
    await end();
    remove();
  };
  // A process that leaves without calling stop() must not leave a server behind.
  process.on('exit', () => {
    if (server.hasEnded()) return;
    server.child.kill('SIGQUIT');
    remove();
  });

  const url = `postgres://postgres@127.0.0.1:${port}/postgres`;
  const untilItAnswers = async () => {
    const deadline = Date.now() + READY_SECONDS * 1000;
    while (!(await answers(url))) {
      if (server.hasEnded() || Date.now() > deadline) {
        await stop();
        throw new Error(`O PostgreSQL não subiu: ${complaints}`);
      }
      await sleep(100);
    }
  };
  await untilItAnswers();
  const restart = async () => {
    await end();
    server = launch();
    await untilItAnswers();
  };
  return { url, stop, restart };
}

/** Asked through the driver: the npm one brings no `pg_isready`. */
async function answers(url) {
  const { default: pg } = await import('pg');
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 2_000 });
  client.on('error', () => {});
  try {
    await client.connect();
    await client.query('select 1');
    return true;
  } catch {
    return false;
  } finally {
    await client.end().catch(() => {});
  }
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  try {
    process.env.TMPDIR = findMemoryFolder() ?? tmpdir();
    const postgres = await startPostgres();
    console.log(postgres.url);
    const stop = () => postgres.stop().then(() => process.exit(0));
    process.once('SIGINT', stop).once('SIGTERM', stop);
  } catch (error) {
    console.error(error.message);
    process.exit(1);
  }
}
