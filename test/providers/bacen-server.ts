import { generatePixPayload } from '@brazilian-utils/brazilian-utils';
import { randomBytes } from 'node:crypto';
import { createServer as createHttpServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { createServer as createHttpsServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import { parseArgs } from 'node:util';
import type { Certificate } from './make-certificates.ts';
import { readRequest, type LoggedRequest } from './http-double.ts';
import { faultInCob, faultInRefund, type CobBody } from './bacen-request.ts';

export interface BacenServerOptions {
  /** 0, the default, takes a free port. */
  port?: number;
  clientId?: string;
  clientSecret?: string;
  /** The receiver's Pix key: charges for any other are refused. */
  chave?: string;
  /** Mutual TLS: clients without a certificate of `ca` get no connection. Absent: plain http. */
  tls?: Certificate & { ca: string };
  tokenSeconds?: number;
  /** `efi`: a used txid is a 409 `{nome, mensagem}` instead of a revision. */
  dialect?: 'standard' | 'efi';
  /** false: leave `pixCopiaECola` out, as the standard allows. */
  copiaECola?: boolean;
  /** false: a charge's Pix come without their refunds, which can still be looked up one by one. */
  listsRefunds?: boolean;
  /** How a refund ends at once; 'none' leaves it EM_PROCESSAMENTO until `settleRefund`. */
  refunds?: 'DEVOLVIDO' | 'none';
  now?: () => Date;
}

export interface BacenRefund {
  id: string;
  rtrId: string;
  valor: string;
  natureza?: string;
  descricao?: string;
  horario: { solicitacao: string; liquidacao?: string };
  status: 'EM_PROCESSAMENTO' | 'DEVOLVIDO' | 'NAO_REALIZADO';
  motivo?: string;
}

export interface BacenPix {
  endToEndId: string;
  txid: string;
  valor: string;
  chave: string;
  horario: string;
  devolucoes?: BacenRefund[];
}

export interface BacenCob extends CobBody {
  txid: string;
  revisao: number;
  status: 'ATIVA' | 'CONCLUIDA' | 'REMOVIDA_PELO_USUARIO_RECEBEDOR' | 'REMOVIDA_PELO_PSP';
  calendario: { criacao: string; expiracao: number };
  location: string;
  pixCopiaECola?: string;
  pix: BacenPix[];
}

/**
 * `status`: answer with it and do nothing. `timeout`: never answer, do nothing.
 * `dropAfterApply`: do it, then cut the connection. `garbage`: do it, then answer 200 with a page of HTML.
 */
export type Failure = { status: number } | 'timeout' | 'dropAfterApply' | 'garbage';

export interface BacenServer extends AsyncDisposable {
  /** Origin; the API is below `/v2`, tokens are at `/oauth/token`. */
  readonly url: string;
  readonly apiUrl: string;
  readonly tokenUrl: string;
  readonly requests: LoggedRequest[];
  readonly ledger: Map<string, BacenCob>;
  readonly webhooks: Map<string, string>;
  /** The payer pays, however late and however often. Answers the webhook's status, or null without one. */
  pay(
    txid: string,
    options?: { cents?: number; chave?: string; webhook?: boolean },
  ): Promise<{ pix: BacenPix; webhookStatus: number | null }>;
  expire(txid: string): void;
  settleRefund(id: string, status: 'DEVOLVIDO' | 'NAO_REALIZADO', motivo?: string): void;
  /** The payer's bank takes money back (MED). */
  chargeBack(endToEndId: string, cents: number, status?: BacenRefund['status']): BacenRefund;
  /** POSTs these to the registered webhook as one batch. */
  deliver(pix: unknown[], url?: string): Promise<number>;
  /** The next requests, or the next with this method. */
  failNext(failure: Failure, times?: number, method?: string): void;
  failNextToken(failure: Failure, times?: number): void;
  /** Every token handed out so far stops working. */
  revokeTokens(): void;
  close(): Promise<void>;
}

interface Answer {
  status: number;
  body?: unknown;
}

const ERROR = 'https://pix.bcb.gov.br/api/v2/error/';

/**
 * A bank that speaks the Central Bank's API Pix 2.9 over mutual TLS, as strict as its published description.
 * Imports nothing through the package's `#` names, so plain Node runs it for demonstrations.
 */
export async function startBacenServer(options: BacenServerOptions = {}): Promise<BacenServer> {
  const clientId = options.clientId ?? 'Client_Id_teste';
  const clientSecret = options.clientSecret ?? 'Client_Secret_teste';
  const chave = options.chave ?? '7d9f0335-8dcc-4054-9bf9-0dbd61d36906';
  const tokenSeconds = options.tokenSeconds ?? 3600;
  const now = options.now ?? (() => new Date());
  const ledger = new Map<string, BacenCob>();
  const webhooks = new Map<string, string>();
  const requests: LoggedRequest[] = [];
  const failures: { failure: Failure; method?: string | undefined }[] = [];
  const tokenFailures: Failure[] = [];
  const tokens = new Map<string, number>();
  const host = 'pix.banco.test/qr/v2';

  const problem = (status: number, type: string, title: string, detail: string): Answer =>
    options.dialect === 'efi'
      ? { status, body: { nome: type, mensagem: detail } }
      : { status, body: { type: ERROR + type, title, status, detail } };
  const notFound = () => problem(404, 'NaoEncontrado', 'Não encontrado', 'Entidade não encontrada.');
  const refuse = (type: string, detail: string, status = 400) => problem(status, type, 'Inválida', detail);

  const presentPix = ({ devolucoes, ...pix }: BacenPix): BacenPix =>
    devolucoes && options.listsRefunds !== false ? { ...pix, devolucoes } : pix;

  const findPix = (e2eid: string): BacenPix | undefined =>
    [...ledger.values()].flatMap(({ pix }) => pix).find(({ endToEndId }) => endToEndId === e2eid);

  const putCob = (txid: string, body: CobBody): Answer => {
    const existing = ledger.get(txid);
    if (existing && options.dialect === 'efi') {
      return refuse('txid_duplicado', 'Campo txid informado já foi utilizado em outra cobrança.', 409);
    }
    if (existing && existing.status !== 'ATIVA') {
      return refuse('CobOperacaoInvalida', 'A cobrança já existe e não está no status ATIVA.');
    }
    const location = existing?.location ?? `${host}/${randomBytes(16).toString('hex')}`;
    const pixCopiaECola =
      options.copiaECola === false
        ? null
        : generatePixPayload({ url: location, merchantName: 'Banco Teste', merchantCity: 'Brasilia' });
    const cob: BacenCob = {
      ...body,
      txid,
      revisao: existing ? existing.revisao + 1 : 0,
      status: 'ATIVA',
      calendario: {
        criacao: existing?.calendario.criacao ?? now().toISOString(),
        expiracao: body.calendario.expiracao ?? 86_400,
      },
      location,
      ...(pixCopiaECola && { pixCopiaECola }),
      pix: [],
    };
    ledger.set(txid, cob);
    return { status: 201, body: present(cob) };
  };

  const patchCob = (cob: BacenCob, body: Partial<CobBody> & { status?: string }): Answer => {
    if (cob.status !== 'ATIVA') return refuse('CobOperacaoInvalida', 'A cobrança não está ATIVA.');
    if (body.status !== undefined) {
      if (body.status !== 'REMOVIDA_PELO_USUARIO_RECEBEDOR' || Object.keys(body).length > 1) {
        return refuse('CobOperacaoInvalida', 'A remoção não vem com outras alterações.');
      }
      cob.status = body.status;
    }
    if (body.calendario?.expiracao !== undefined) cob.calendario.expiracao = body.calendario.expiracao;
    cob.revisao++;
    return { status: 200, body: present(cob) };
  };

  const putRefund = (pix: BacenPix, id: string, body: { valor: string; descricao?: string }): Answer => {
    const made = pix.devolucoes ?? [];
    if (made.some((one) => one.id === id)) {
      return options.dialect === 'efi'
        ? refuse('devolucao_id_duplicado', 'Devolução com ID já existente.', 409)
        : refuse('PixDevolucaoInvalida', 'O id já foi utilizado por outra devolução.');
    }
    const gone = made.filter(({ status }) => status !== 'NAO_REALIZADO');
    const left = toCents(pix.valor) - gone.reduce((sum, { valor }) => sum + toCents(valor), 0);
    if (toCents(body.valor) > left)
      return refuse('PixDevolucaoInvalida', 'A devolução excederia o valor do Pix.');
    const at = now().toISOString();
    const status = options.refunds === 'none' ? 'EM_PROCESSAMENTO' : 'DEVOLVIDO';
    const refund: BacenRefund = {
      id,
      rtrId: `D${randomBytes(16).toString('hex').slice(0, 31)}`,
      valor: body.valor,
      ...(body.descricao !== undefined && { descricao: body.descricao }),
      horario: { solicitacao: at, ...(status === 'DEVOLVIDO' && { liquidacao: at }) },
      status,
    };
    pix.devolucoes = [...made, refund];
    return { status: 201, body: refund };
  };

  const listPix = (query: Record<string, string>): Answer => {
    const [from, to] = [Date.parse(query.inicio ?? ''), Date.parse(query.fim ?? '')];
    if (!(from <= to)) return refuse('PixConsultaInvalida', 'inicio e fim não formam um período.');
    const page = Number(query['paginacao.paginaAtual'] ?? 0);
    const size = Math.min(Number(query['paginacao.itensPorPagina'] ?? 100), 1000);
    const all = [...ledger.values()]
      .flatMap(({ pix }) => pix)
      .filter(({ horario }) => Date.parse(horario) >= from && Date.parse(horario) <= to);
    const paginacao = {
      paginaAtual: page,
      itensPorPagina: size,
      quantidadeDePaginas: Math.max(1, Math.ceil(all.length / size)),
      quantidadeTotalDeItens: all.length,
    };
    const parametros = { inicio: query.inicio, fim: query.fim, txIdPresente: true, paginacao };
    // The published schema requires `cobs` here, surely by mistake; an empty list satisfies it.
    return {
      status: 200,
      body: { parametros, cobs: [], pix: all.slice(page * size, (page + 1) * size) },
    };
  };

  const answer = (request: LoggedRequest): Answer => {
    const token = /^Bearer (.+)$/.exec(request.headers.authorization ?? '')?.[1] ?? '';
    if ((tokens.get(token) ?? 0) < performance.now()) {
      return problem(401, 'AcessoNegado', 'Não autorizado', 'Token ausente ou vencido.');
    }
    const [resource = '', first = '', sub = '', second = ''] = request.path
      .replace(/^\/v2\//, '')
      .split('/')
      .map(decodeURIComponent);
    const { body } = request;
    const cob = ledger.get(first);
    switch (`${request.method} ${resource}`) {
      case 'PUT cob': {
        const fault = faultInCob(first, body, chave);
        return fault ? refuse('CobOperacaoInvalida', fault) : putCob(first, body as CobBody);
      }
      case 'PATCH cob':
        return cob ? patchCob(cob, body as Partial<CobBody>) : notFound();
      case 'GET cob':
        return cob ? { status: 200, body: { ...present(cob), pix: cob.pix.map(presentPix) } } : notFound();
      case 'GET pix':
        if (first === '') return listPix(request.query);
        break;
      case 'PUT webhook':
        if (first !== chave) return notFound();
        webhooks.set(first, (body as { webhookUrl: string }).webhookUrl);
        return { status: 200, body: { webhookUrl: webhooks.get(first) } };
      case 'GET webhook': {
        const webhookUrl = webhooks.get(first);
        if (!webhookUrl) return notFound();
        return { status: 200, body: { webhookUrl, cnpj: '12ABC34501DE35', criacao: now().toISOString() } };
      }
      case 'DELETE webhook':
        return webhooks.delete(first) ? { status: 204 } : notFound();
    }
    const pix = resource === 'pix' ? findPix(first) : undefined;
    if (!pix || sub !== 'devolucao') return notFound();
    if (request.method === 'PUT') {
      const fault = faultInRefund(second, body);
      if (fault) return refuse('PixDevolucaoInvalida', fault);
      return putRefund(pix, second, body as { valor: string });
    }
    const refund = pix.devolucoes?.find(({ id }) => id === second);
    return refund ? { status: 200, body: refund } : notFound();
  };

  const answerToken = (request: LoggedRequest): Answer => {
    const isJson = request.headers['content-type']?.startsWith('application/json') ?? false;
    const fields = isJson
      ? (request.body as Record<string, string>)
      : Object.fromEntries(new URLSearchParams(request.text));
    const [, encoded = ''] = /^Basic (.+)$/.exec(request.headers.authorization ?? '') ?? [];
    const given = encoded
      ? Buffer.from(encoded, 'base64').toString()
      : `${fields.client_id}:${fields.client_secret}`;
    if (given !== `${clientId}:${clientSecret}`) return { status: 401, body: { error: 'invalid_client' } };
    if (fields.grant_type !== 'client_credentials')
      return { status: 400, body: { error: 'invalid_request' } };
    const token = `token-${randomBytes(12).toString('hex')}`;
    tokens.set(token, performance.now() + tokenSeconds * 1000);
    return {
      status: 200,
      body: { access_token: token, token_type: 'Bearer', expires_in: tokenSeconds, scope: fields.scope },
    };
  };

  const failureFor = (method: string): Failure | undefined => {
    const at = failures.findIndex((one) => one.method === undefined || one.method === method);
    return at < 0 ? undefined : failures.splice(at, 1)[0]?.failure;
  };

  const handle = async (incoming: IncomingMessage, outgoing: ServerResponse): Promise<void> => {
    const request = await readRequest(incoming);
    requests.push(request);
    const isToken = request.path === '/oauth/token';
    const failure = isToken ? tokenFailures.shift() : failureFor(request.method);
    if (failure === 'timeout') return;
    const { status, body } =
      typeof failure === 'object'
        ? problem(failure.status, 'Falha', 'Falha', `Failure ${failure.status} on demand`)
        : isToken
          ? answerToken(request)
          : answer(request);
    if (failure === 'dropAfterApply') {
      outgoing.destroy();
      return;
    }
    if (failure === 'garbage') {
      outgoing.writeHead(200, { 'content-type': 'text/html' }).end('<html><body>Bad gateway</body></html>');
      return;
    }
    const type = status >= 400 && options.dialect !== 'efi' ? 'application/problem+json' : 'application/json';
    if (body === undefined) outgoing.writeHead(status).end();
    else outgoing.writeHead(status, { 'content-type': type }).end(JSON.stringify(body));
  };

  const listener = (incoming: IncomingMessage, outgoing: ServerResponse): void => {
    handle(incoming, outgoing).catch((error: unknown) => outgoing.destroy(error as Error));
  };
  const server = options.tls
    ? createHttpsServer({ ...options.tls, requestCert: true, rejectUnauthorized: true }, listener)
    : createHttpServer(listener);
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(options.port ?? 0, '127.0.0.1', resolve);
  });
  const close = async (): Promise<void> => {
    const closed = new Promise<void>((resolve) => server.close(() => resolve()));
    server.closeAllConnections();
    await closed;
  };
  const url = `${options.tls ? 'https' : 'http'}://127.0.0.1:${(server.address() as AddressInfo).port}`;

  const existing = (txid: string): BacenCob => {
    const cob = ledger.get(txid);
    if (!cob) throw new Error(`bacen server: no cob ${txid}`);
    return cob;
  };

  const deliver = async (pix: unknown[], target = webhooks.get(chave)): Promise<number> => {
    if (!target) throw new Error('bacen server: no webhook is registered for the key');
    // The standard appends "/pix" to the address as it was registered, query or not.
    const response = await fetch(`${target}/pix`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ pix }),
      redirect: 'manual',
      signal: AbortSignal.timeout(10_000),
    });
    await response.arrayBuffer();
    return response.status;
  };

  return {
    url,
    apiUrl: `${url}/v2`,
    tokenUrl: `${url}/oauth/token`,
    requests,
    ledger,
    webhooks,
    async pay(txid, { cents, chave: paidKey, webhook = true } = {}) {
      const cob = existing(txid);
      const pix: BacenPix = {
        endToEndId: `E${randomBytes(16).toString('hex').slice(0, 31)}`,
        txid,
        valor: cents === undefined ? cob.valor.original : fromCents(cents),
        chave: paidKey ?? cob.chave,
        horario: now().toISOString(),
      };
      cob.pix.push(pix);
      cob.status = 'CONCLUIDA';
      const delivers = webhook && webhooks.has(chave);
      return { pix, webhookStatus: delivers ? await deliver([pix]) : null };
    },
    expire(txid) {
      const { calendario } = existing(txid);
      calendario.criacao = new Date(now().getTime() - calendario.expiracao * 1000).toISOString();
    },
    settleRefund(id, status, motivo) {
      const refunds = [...ledger.values()].flatMap(({ pix }) => pix.flatMap((one) => one.devolucoes ?? []));
      const refund = refunds.find((one) => one.id === id);
      if (!refund) throw new Error(`bacen server: no refund ${id}`);
      Object.assign(refund, { status }, motivo === undefined ? {} : { motivo });
      if (status === 'DEVOLVIDO') refund.horario.liquidacao = now().toISOString();
    },
    chargeBack(endToEndId, cents, status = 'DEVOLVIDO') {
      const pix = findPix(endToEndId);
      if (!pix) throw new Error(`bacen server: no Pix ${endToEndId}`);
      const at = now().toISOString();
      const refund: BacenRefund = {
        id: `med${randomBytes(8).toString('hex')}`,
        rtrId: `D${randomBytes(16).toString('hex').slice(0, 31)}`,
        valor: fromCents(cents),
        natureza: 'MED_FRAUDE',
        horario: { solicitacao: at, ...(status === 'DEVOLVIDO' && { liquidacao: at }) },
        status,
      };
      (pix.devolucoes ??= []).push(refund);
      return refund;
    },
    deliver,
    failNext(failure, times = 1, method) {
      for (let n = 0; n < times; n++) failures.push({ failure, method });
    },
    failNextToken: (failure, times = 1) => void tokenFailures.push(...Array<Failure>(times).fill(failure)),
    revokeTokens: () => tokens.clear(),
    close,
    [Symbol.asyncDispose]: close,
  };
}

/** `pix` appears in the look-up only. */
function present({ pix: _pix, ...cob }: BacenCob) {
  return cob;
}

function toCents(amount: string): number {
  return Math.round(Number(amount) * 100);
}

function fromCents(cents: number): string {
  return (cents / 100).toFixed(2);
}

if (import.meta.main) {
  const { values } = parseArgs({
    options: { port: { type: 'string', default: '4011' }, chave: { type: 'string' } },
  });
  const bank = await startBacenServer({
    port: Number(values.port),
    ...(values.chave !== undefined && { chave: values.chave }),
  });
  // A payer's app, which the API has no call for.
  const app = createHttpServer((incoming, outgoing) => {
    const txid = incoming.url?.slice(1).replaceAll('-', '') ?? '';
    bank.pay(txid).then(
      ({ webhookStatus }) => outgoing.end(`pago; webhook: ${webhookStatus ?? 'nenhum cadastrado'}\n`),
      (error: Error) => outgoing.writeHead(404).end(`${error.message}\n`),
    );
  }).listen(Number(values.port) + 1, '127.0.0.1');
  console.log(`API Pix (test double) on ${bank.apiUrl}
Pay a charge: curl -X POST http://127.0.0.1:${Number(values.port) + 1}/ID_OF_THE_CHARGE`);
  for (const signal of ['SIGINT', 'SIGTERM'] as const) {
    process.once(signal, () => {
      app.close();
      void bank.close();
    });
  }
}
