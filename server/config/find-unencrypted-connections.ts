import pg from 'pg';
import type { Log } from '#shop/log.ts';
import { providerOf, type Env } from './env.ts';
import { isHere } from './is-here.ts';

export interface UnencryptedConnection {
  variable: string;
  /** For the operator: the problem, its risk and the cure. Never contains the value, which may have a password. */
  sentence: string;
}

/**
 * Finds connections that leave this machine without encryption. The shop warns and does not refuse: a private network
 * or a tunnel may protect them, and simulators use plain http.
 */
export function findUnencryptedConnections(
  env: Pick<
    Env,
    | 'production'
    | 'catalogUrl'
    | 'gateway'
    | 'otherGateways'
    | 's3'
    | 'smtpUrl'
    | 'databaseUrl'
    | 'databaseDirectUrl'
    | 'databaseReadUrl'
    | 'tracing'
  >,
): UnencryptedConnection[] {
  if (!env.production) return [];
  const overHttp: [address: string | undefined, variable: string, harm: string][] = [
    ...[env.gateway, ...env.otherGateways].flatMap((gateway) =>
      Object.entries(providerOf(gateway.name).addresses(gateway)).map(
        ([variable, address]): [string | undefined, string, string] => [
          address,
          variable,
          'a chave do provedor e os dados de quem compra passam pela rede às claras',
        ],
      ),
    ),
    [env.s3?.endpoint, 'S3_ENDPOINT', 'os arquivos dos clientes passam pela rede às claras'],
    [
      env.tracing?.endpoint,
      'OTEL_EXPORTER_OTLP_ENDPOINT',
      'a chave do coletor e o que a loja faz passam pela rede às claras',
    ],
    [env.catalogUrl, 'CATALOG_URL', 'quem estiver no caminho pode trocar nomes e imagens das skins'],
  ];
  const found = overHttp
    .filter(([address]) => address?.startsWith('http:') && !isHere(new URL(address).hostname))
    .map(([, variable, harm]) => ({
      variable,
      sentence: `${variable} começa com http://: ${harm}. Use um endereço https://.`,
    }));
  if (env.smtpUrl !== null && isUnencryptedMail(new URL(env.smtpUrl))) {
    found.push({
      variable: 'SMTP_URL',
      sentence:
        'SMTP_URL não exige criptografia: os e-mails, com links de senha, podem passar pela rede às claras. ' +
        'Use smtps:// ou acrescente ?requireTLS=true.',
    });
  }
  const databases = new Map([
    [env.databaseReadUrl, 'DATABASE_READ_URL'],
    [env.databaseDirectUrl, 'DATABASE_DIRECT_URL'],
    // The later one of the same address: unless it is set, the direct address is this one.
    [env.databaseUrl, 'DATABASE_URL'],
  ]);
  for (const [url, variable] of databases) {
    if (url === null || !isUnencryptedDatabase(url)) continue;
    found.push({
      variable,
      sentence:
        `${variable} não usa TLS, e o banco não está nesta máquina: tudo o que a loja guarda passa pela rede às claras. ` +
        'Acrescente ?sslmode=verify-full.',
    });
  }
  return found;
}

/** The same as lines of the log, and the sentences for whoever starts the shop. */
export function warnOfUnencryptedConnections(
  connections: readonly UnencryptedConnection[],
  log: Log,
): string[] {
  return connections.map(({ variable, sentence }) => {
    log.warn('connection.plain', { variable });
    return sentence;
  });
}

/** As nodemailer reads the address: what follows "?" are options, and STARTTLS is only tried unless one requires it. */
function isUnencryptedMail(url: URL): boolean {
  const isOn = (option: string) => !['', 'false', '0'].includes(url.searchParams.get(option) ?? '');
  if (url.protocol === 'smtps:' || isHere(url.hostname)) return false;
  return !isOn('requireTLS') || isOn('ignoreTLS');
}

/** The driver reads its own settings, PGSSLMODE among them; nothing is connected. */
function isUnencryptedDatabase(connectionString: string): boolean {
  const { host, ssl } = new pg.Client({ connectionString });
  return !ssl && !isHere(host);
}
