/** The fields of `PUT /cob/{txid}` that this double keeps. */
export interface CobBody {
  calendario: { expiracao?: number };
  devedor?: { cpf?: string; cnpj?: string; nome?: string };
  valor: { original: string };
  chave: string;
  solicitacaoPagador?: string;
}

type Json = Record<string, unknown>;

const AMOUNT = /^\d{1,10}\.\d{2}$/;

/** What API Pix 2.9 forbids in a new charge; null when all is well. */
export function faultInCob(txid: string, body: unknown, chave: string): string | null {
  if (!/^[a-zA-Z0-9]{26,35}$/.test(txid)) return 'O campo cob.txid não respeita o schema.';
  if (!isObject(body)) return 'O corpo não é um objeto.';
  const { calendario, valor, devedor } = body;
  if (!isObject(calendario)) return 'Falta cob.calendario.';
  const { expiracao } = calendario;
  if (expiracao !== undefined && !(Number.isInteger(expiracao) && (expiracao as number) > 0)) {
    return 'O campo cob.calendario.expiracao não é um inteiro maior que zero.';
  }
  if (!isObject(valor) || !matches(valor.original, AMOUNT)) {
    return 'O campo cob.valor.original não respeita o schema.';
  }
  if (Number(valor.original) === 0) return 'O campo cob.valor.original é zero.';
  if (body.chave !== chave) {
    return 'O campo cob.chave corresponde a uma conta que não pertence a este usuário recebedor.';
  }
  if (!isText(body.solicitacaoPagador, 140)) return 'O campo solicitacaoPagador não respeita o schema.';
  if (devedor === undefined) return null;
  if (!isObject(devedor)) return 'O objeto cob.devedor não respeita o schema.';
  const { cpf, cnpj, nome } = devedor;
  if ((cpf === undefined) === (cnpj === undefined)) return 'cob.devedor precisa de cpf ou de cnpj.';
  const isId = cpf === undefined ? matches(cnpj, /^[0-9A-Z]{14}$/) : matches(cpf, /^\d{11}$/);
  if (!isId || nome === undefined || !isText(nome, 200)) return 'O objeto cob.devedor não respeita o schema.';
  return null;
}

export function faultInRefund(id: string, body: unknown): string | null {
  if (!/^[a-zA-Z0-9]{1,35}$/.test(id)) return 'O id da devolução não respeita o schema.';
  if (!isObject(body) || !matches(body.valor, AMOUNT)) {
    return 'O campo devolucao.valor não respeita o schema.';
  }
  if (Number(body.valor) === 0) return 'O campo devolucao.valor é zero.';
  return isText(body.descricao, 140) ? null : 'O campo devolucao.descricao não respeita o schema.';
}

function isObject(value: unknown): value is Json {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function isText(value: unknown, length: number): boolean {
  return value === undefined || (typeof value === 'string' && value.length <= length);
}

function matches(value: unknown, pattern: RegExp): boolean {
  return typeof value === 'string' && pattern.test(value);
}
