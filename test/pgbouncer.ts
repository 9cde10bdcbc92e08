import { spawn } from 'node:child_process';
import { chownSync, existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { connect, createServer, type AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';

/** Debian's package. Whoever has none skips by name what needs one. */
const PROGRAM = ['/usr/sbin/pgbouncer', '/usr/local/bin/pgbouncer', '/opt/homebrew/bin/pgbouncer'].find(
  (path) => existsSync(path),
);

export const hasPgBouncer = PROGRAM !== undefined;

export interface PgBouncer {
  /** The same database through the pooler. */
  through(url: string): string;
  stop(): Promise<void>;
}

/** A real PgBouncer in transaction mode. `poolSize`: how many connections to the server each database has. */
export async function startPgBouncer(server: string, poolSize: number): Promise<PgBouncer> {
  if (PROGRAM === undefined) throw new Error('PgBouncer is not installed: ask `hasPgBouncer` first.');
  const { hostname, port: serverPort, username } = new URL(server);
  const port = await findFreePort();
  const folder = mkdtempSync(join(tmpdir(), 'fulgor-pgbouncer-'));
  const user = unprivilegedUser();
  const [config, users] = [join(folder, 'pgbouncer.ini'), join(folder, 'users.txt')];
  writeFileSync(users, `"${username}" ""\n`);
  // What docs/decisions/poolers-and-failover.md asks of an operator, but trust and the size.
  writeFileSync(
    config,
    `[databases]
* = host=${hostname} port=${serverPort} connect_query='set statement_timeout = 9000; set idle_in_transaction_session_timeout = 30000'
[pgbouncer]
listen_addr = 127.0.0.1
listen_port = ${port}
unix_socket_dir =
auth_type = trust
auth_file = ${users}
pool_mode = transaction
default_pool_size = ${poolSize}
max_client_conn = 500
server_login_retry = 0.2
`,
  );
  if (user) for (const path of [folder, config, users]) chownSync(path, user.uid, user.gid);
  const child = spawn(PROGRAM, [config], { ...user, stdio: ['ignore', 'ignore', 'pipe'] });
  let said = '';
  child.stderr.setEncoding('utf8').on('data', (text: string) => (said = (said + text).slice(-4000)));
  const ended = new Promise((done) => child.on('close', done).on('error', done));
  const hasEnded = () => child.exitCode !== null || child.signalCode !== null;
  for (let tries = 0; !(await accepts(port)); tries++) {
    if (hasEnded() || tries > 100) throw new Error(`PgBouncer did not start: ${said}`);
    await sleep(50);
  }
  return {
    through: (url) => Object.assign(new URL(url), { host: `127.0.0.1:${port}` }).href,
    async stop() {
      if (!hasEnded()) child.kill('SIGQUIT');
      await ended;
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

/** PgBouncer refuses to run as root. */
function unprivilegedUser(): { uid: number; gid: number } | undefined {
  if (process.getuid?.() !== 0) return undefined;
  const nobody = readFileSync('/etc/passwd', 'utf8')
    .split('\n')
    .map((line) => line.split(':'))
    .find(([name]) => name === 'nobody');
  if (!nobody) throw new Error('PgBouncer refuses to run as root, and there is no user nobody.');
  return { uid: Number(nobody[2]), gid: Number(nobody[3]) };
}

function findFreePort(): Promise<number> {
  return new Promise((done, fail) => {
    const server = createServer().on('error', fail);
    server.listen(0, '127.0.0.1', () => {
      const { port } = server.address() as AddressInfo;
      server.close(() => done(port));
    });
  });
}

function accepts(port: number): Promise<boolean> {
  return new Promise((done) => {
    const socket = connect(port, '127.0.0.1', () => done(true)).on('error', () => done(false));
    socket.on('connect', () => socket.end());
  });
}
