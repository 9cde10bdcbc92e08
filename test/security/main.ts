/**
 * `npm run security`: what scanners written by others find in the built shop. Needs a build; wapiti and sqlmap
 * come from Debian (`apt-get install wapiti sqlmap`) and are named as missing where they are not.
 * Prints one line per scanner, and exits 1 if any of them found something.
 */
import { execFileSync, spawn } from 'node:child_process';
import { mkdtempSync, readFileSync } from 'node:fs';
import { createServer as createHttpServer, request as forward } from 'node:http';
import { createServer as createHttpsServer } from 'node:https';
import { createRequire } from 'node:module';
import type { AddressInfo, Server } from 'node:net';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { parseSync } from 'vite';
// @ts-expect-error -- the scripts run on Node 20 too and are JavaScript
import { installTools } from '../../scripts/install/install-tools.mjs';
import { signUpPerson } from '../e2e/authorization/resources.ts';
import { startShop, type RunningShop } from '../e2e/shop.ts';
import { startStaticDataServer } from '../catalog/static-data-server.ts';
import { attackSlowly } from './slow-clients.ts';

const root = resolve(import.meta.dirname, '../..');
const tools = createRequire(join(import.meta.dirname, 'package.json'));
const HOST = 'localhost';

/** Looked at and left, with the reason why nobody can make them slow. */
const ACCEPTED_EXPRESSIONS: Record<string, string> = {
  'server/config/mask-text.ts':
    'every repetition is bounded or starts once, and the text is cut at 8,000 characters',
  'shop/media/fetch-splash.ts': 'reads CATALOG_URL, which only the operator writes',
  'server/pages/prepare-cached-page.ts':
    'reads pages that the shop itself has rendered, in which what people wrote is escaped',
  'app/routes/admin/files/spread-links.ts': 'runs in the browser of the staff member who pastes the text',
};

interface Finding {
  scanner: string;
  checked: string;
  findings: string[];
}

await installTools('test/security');
const database = process.env.TEST_DATABASE_URL ? 'postgres' : 'embedded';
const catalog = await startStaticDataServer();
const results: Finding[] = [];
try {
  results.push(await observatory());
  const shop = await startShop(database, { CATALOG_URL: catalog.url, LOG_LEVEL: 'warn' });
  results.push(await wapiti(shop), await sqlmap(shop));
  results.push({ scanner: 'slow clients', ...(await attackSlowly(shop.url)) });
  const errors = shop
    .output()
    .split('\n')
    .filter((line) => line.includes('request_failed'));
  results.push({ scanner: "the shop's log", checked: 'request_failed during the scans', findings: errors });
  await shop.stop();
  results.push(await secretlint(), await regularExpressions());
} finally {
  await catalog.close();
}
for (const { scanner, checked, findings } of results) {
  console.log(
    `${findings.length === 0 ? 'ok   ' : 'FOUND'} ${scanner}: ${checked}, ${findings.length} findings`,
  );
  for (const finding of findings.slice(0, 20)) console.log(`      ${finding.slice(0, 300)}`);
}
process.exit(results.some(({ findings }) => findings.length > 0) ? 1 : 0);

function run(
  command: string,
  args: string[],
  options: { env?: Record<string, string>; seconds: number },
): Promise<{ code: number; output: string }> {
  return new Promise((done) => {
    const child = spawn(command, args, { cwd: root, env: { ...process.env, ...options.env } });
    let output = '';
    const timer = setTimeout(() => child.kill('SIGKILL'), options.seconds * 1_000);
    child.stdout.on('data', (chunk: Buffer) => void (output += chunk.toString()));
    child.stderr.on('data', (chunk: Buffer) => void (output += chunk.toString()));
    child.on('error', () => done({ code: 127, output: `${command} is not installed` }));
    child.on('close', (code) => {
      clearTimeout(timer);
      done({ code: code ?? 137, output });
    });
  });
}

function listening(server: Server): Promise<number> {
  return new Promise((done) =>
    server.listen(0, '127.0.0.1', () => done((server.address() as AddressInfo).port)),
  );
}

/** The shop as it stands behind a proxy that ends TLS, with a certificate made for the occasion. */
async function observatory(): Promise<Finding> {
  const folder = mkdtempSync(join(tmpdir(), 'fulgor-tls-'));
  const [key, cert] = [join(folder, 'key.pem'), join(folder, 'cert.pem')];
  execFileSync(
    'openssl',
    ['req', '-x509', '-newkey', 'rsa:2048', '-nodes', '-days', '2', '-keyout', key, '-out', cert].concat([
      '-subj',
      `/CN=${HOST}`,
      '-addext',
      `subjectAltName=DNS:${HOST}`,
    ]),
    { stdio: 'ignore' },
  );
  let shopPort = 0;
  const front = createHttpsServer(
    { key: readFileSync(key), cert: readFileSync(cert) },
    (incoming, outgoing) => {
      const onward = forward(
        {
          port: shopPort,
          host: 'localhost',
          method: incoming.method,
          path: incoming.url,
          headers: incoming.headers,
        },
        (answer) => {
          outgoing.writeHead(answer.statusCode ?? 502, answer.headers);
          answer.pipe(outgoing);
        },
      );
      onward.on('error', () => outgoing.destroy());
      incoming.pipe(onward);
    },
  );
  const httpsPort = await listening(front);
  const redirect = createHttpServer((incoming, outgoing) =>
    outgoing.writeHead(301, { Location: `https://${HOST}:${httpsPort}${incoming.url}` }).end(),
  );
  const httpPort = await listening(redirect);
  const shop = await startShop(database, {
    CATALOG_URL: catalog.url,
    APP_URL: `https://${HOST}:${httpsPort}`,
  });
  shopPort = Number(new URL(shop.url).port);
  const findings: string[] = [];
  const lines: string[] = [];
  // Headers of a page for everyone, of one that is cached, and of one that takes a password.
  for (const path of ['/', '/loja', '/auth']) {
    const { code, output } = await run(
      process.execPath,
      [join(import.meta.dirname, 'observatory.mjs'), HOST, String(httpPort), String(httpsPort), path],
      { env: { NODE_EXTRA_CA_CERTS: cert }, seconds: 60 },
    );
    const line = output.split('\n').find((each) => each.startsWith('{"tests"'));
    if (code !== 0 || !line) {
      findings.push(`${path}: ${output.slice(-300)}`);
      continue;
    }
    const { score, grade, tests, lost } = JSON.parse(line) as {
      score: number;
      grade: string;
      tests: number;
      lost: string[];
    };
    lines.push(`${path} ${grade} ${score} (${tests} tests)`);
    if (score < 130 || tests < 9) findings.push(`${path}: ${output}`);
    findings.push(...lost.map((each) => `${path}: ${each}`));
  }
  await shop.stop();
  front.close();
  redirect.close();
  return { scanner: 'Observatory', checked: lines.join(', '), findings };
}

async function wapiti(shop: RunningShop): Promise<Finding> {
  const report = join(mkdtempSync(join(tmpdir(), 'fulgor-wapiti-')), 'report.json');
  // Debian's version follows no links of a page like ours: it is told what to attack.
  const addresses = [
    '/loja?q=ahri',
    '/loja?q=a&pagina=2',
    '/loja/skin/Ahri/1',
    '/img/Ahri_1?w=480',
    '/auth?voltar=/loja',
    '/auth/nova-senha?token=x',
    '/pagamento-pix?orderId=x&amount=1&description=x',
    '/contato',
    '/sobre-nos',
    '/dashboard/pedidos?cursor=1',
    '/api/orders?cursor=1',
    '/api/auth/verify-email?token=x&callbackURL=/',
    '/webhooks/abacatepay?webhookSecret=x',
  ];
  const { code, output } = await run(
    'wapiti',
    ['-u', `${shop.url}/`, ...addresses.flatMap((address) => ['-s', shop.url + address])]
      .concat(['--scope', 'domain', '-d', '1', '--max-scan-time', '5', '-f', 'json', '-o', report])
      .concat(['-m', 'all,-nikto,-wapp,-buster,-brute_login_form,-shellshock,-ssrf,-xxe,-http_headers'])
      .concat(['--flush-session', '--no-bugreport', '-v', '1']),
    { seconds: 420 },
  );
  if (code === 127) return { scanner: 'wapiti', checked: 'nothing', findings: [output] };
  type Listed = Record<string, { path: string; info: string }[]>;
  const { vulnerabilities, anomalies } = JSON.parse(readFileSync(report, 'utf8')) as {
    vulnerabilities: Listed;
    anomalies: Listed;
  };
  const listed = Object.entries({ ...vulnerabilities, ...anomalies });
  const findings = listed.flatMap(([name, each]) => each.map(({ path, info }) => `${name}: ${path} ${info}`));
  const attacked = Number(/found (\d+) URLs/.exec(output)?.[1] ?? 0);
  if (attacked < addresses.length)
    findings.push(`It reached only ${attacked} addresses: ${output.slice(-300)}`);
  return {
    scanner: 'wapiti',
    checked: `${listed.length} kinds of finding at ${attacked} addresses`,
    findings,
  };
}

async function sqlmap(shop: RunningShop): Promise<Finding> {
  const person = await signUpPerson(shop, 'sondada');
  const addresses = [
    '/loja?q=ahri*',
    '/loja/skin/Ahri*/1',
    '/img/Ahri_1?w=480*',
    '/dashboard/pedidos?cursor=1*',
    '/api/orders?cursor=1*',
    '/api/payments/00000000-0000-4000-8000-000000000000*',
  ];
  const findings: string[] = [];
  for (const address of addresses) {
    const { code, output } = await run(
      'sqlmap',
      [
        '-u',
        `${shop.url}${address}`,
        '--batch',
        '--flush-session',
        '--level',
        '2',
        '--risk',
        '2',
        '--dbms',
        'PostgreSQL',
      ]
        .concat([
          '--technique',
          'BEUS',
          '--threads',
          '2',
          '--timeout',
          '10',
          '--retries',
          '0',
          '--ignore-code',
          '*',
        ])
        .concat(['--cookie', person.cookie, '--param-exclude', 'session', '--disable-coloring']),
      { seconds: 150 },
    );
    if (code === 127) return { scanner: 'sqlmap', checked: 'nothing', findings: [output] };
    if (/is vulnerable|identified the following injection/.test(output))
      findings.push(`${address}: ${output.slice(-600)}`);
    else if (!/do(?:es)? not (?:appear|seem) to be injectable/.test(output))
      findings.push(`${address}: no verdict: ${output.slice(-300)}`);
  }
  return { scanner: 'sqlmap', checked: `${addresses.length} addresses`, findings };
}

/** What is committed, and what every visitor downloads. */
async function secretlint(): Promise<Finding> {
  const tracked = execFileSync('git', ['ls-files'], { cwd: root, encoding: 'utf8' })
    .split('\n')
    .filter(
      (file) =>
        /\.(?:tsx?|mjs|json|sql|md|css|ya?ml|html)$/.test(file) && !file.endsWith('package-lock.json'),
    );
  const bin = join(import.meta.dirname, 'node_modules/secretlint/bin/secretlint.js');
  const rules = join(import.meta.dirname, 'secretlint.json');
  const files = [...tracked, 'build/client/**/*.js'];
  const { code, output } = await run(
    process.execPath,
    [bin, '--secretlintrc', rules, '--format', 'compact', ...files],
    { seconds: 120 },
  );
  const findings = code === 0 ? [] : output.split('\n').filter((line) => line.trim() !== '');
  return { scanner: 'secretlint', checked: `${tracked.length} files and the browser's scripts`, findings };
}

/** Every regular expression of ours, for those whose time explodes with what a visitor sends. */
async function regularExpressions(): Promise<Finding> {
  const { check } = (await import(pathToFileURL(tools.resolve('recheck')).href)) as {
    check: (
      source: string,
      flags: string,
      options: object,
    ) => Promise<{ status: string; complexity?: { summary: string } }>;
  };
  const files = execFileSync(
    'git',
    ['ls-files', 'app', 'shop', 'catalogs', 'gateways', 'server', 'db', 'emails', 'jobs'],
    {
      cwd: root,
      encoding: 'utf8',
    },
  )
    .split('\n')
    .filter((file) => /\.tsx?$/.test(file) && !/\.test\.tsx?$/.test(file));
  const found = new Map<string, string>();
  for (const file of files) {
    const { program } = parseSync(file, readFileSync(join(root, file), 'utf8'));
    JSON.stringify(program, (_key, value: unknown) => {
      const regex = (value as { regex?: { pattern: string; flags: string } } | null)?.regex;
      if (regex) found.set(`/${regex.pattern}/${regex.flags}`, file);
      return typeof value === 'bigint' ? String(value) : value;
    });
  }
  if (found.size < 40) throw new Error(`Only ${found.size} regular expressions found: the reader is broken.`);
  const findings: string[] = [];
  for (const [text, file] of found) {
    const end = text.lastIndexOf('/');
    const verdict = await check(text.slice(1, end), text.slice(end + 1), { timeout: 20_000 });
    if (verdict.status === 'vulnerable' && !ACCEPTED_EXPRESSIONS[file])
      findings.push(`${file}: ${text} ${verdict.complexity?.summary}`);
  }
  return {
    scanner: 'recheck',
    checked: `${found.size} regular expressions in ${files.length} files`,
    findings,
  };
}
