import { z } from 'zod';

// How the operator's variables are read. Messages say what the value must be. They follow "NAME: ".
export const text = z.string().regex(/^[^\p{Cc}]+$/u, 'não pode ter caracteres de controle');
export const secret = z.string().regex(/^[\x21-\x7e]+$/, 'não pode ter espaços nem acentos');
export const oneOf = <const T extends string>(...values: T[]) =>
  z.enum(values, `precisa ser ${values.join(', ')}`);
export const address = (
  protocols: string[],
  wrong: string,
  { hasHost = ({ host }: URL): boolean => host !== '' } = {},
) =>
  z.string().refine((value) => {
    const url = URL.parse(value);
    return url !== null && protocols.includes(url.protocol) && hasHost(url) && !/\s/.test(value);
  }, wrong);
/** Without a trailing slash. */
export const web = address(['http:', 'https:'], 'precisa ser um endereço http(s) completo').transform(
  (value) => value.replace(/\/+$/, ''),
);
export const service = web.refine((value) => !/[?#]/.test(value), 'não pode ter "?" nem "#"');
