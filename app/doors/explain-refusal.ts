import type { Refused } from '#shop/operation.ts';
import type { Call } from './call.ts';

/** What any call may be refused for. */
const STATUS: Record<string, number> = {
  malformed: 400,
  unauthenticated: 401,
  second_factor_required: 403,
  second_factor_wrong: 403,
  not_found: 404,
  invalid: 422,
};

interface Explained {
  status: number;
  code: string;
  /** undefined: the common sentence of the code. */
  message: string | undefined;
  /** By the names of the operation's input. */
  fields: Record<string, string>;
}

/** A refusal as its doors tell it: the operation's status and code, and the sentence of the noun. */
export function explainRefusal({ does, says }: Call, refused: Refused): Explained {
  const { reason } = refused;
  const how = does.refusals[reason] ?? STATUS[reason] ?? 422;
  const said = says[reason];
  const place = typeof said === 'object' ? { [said.at]: said.says } : {};
  return {
    ...(typeof how === 'number' ? { status: how, code: reason } : { status: how[0], code: how[1] }),
    message:
      refused.message ??
      (typeof said === 'object' ? said.says : typeof said === 'function' ? said(refused) : said),
    fields: { ...place, ...refused.fields } as Record<string, string>,
  };
}
