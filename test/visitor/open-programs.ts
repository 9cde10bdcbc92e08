import { expect } from 'vitest';
import { SCOPES } from '#shop/programs/scopes.ts';
import { makeStaff } from '../make-staff.ts';
import { compareAnswer, describedAddress } from '../sources/described-answers.ts';
import type { TestContext } from '../context.ts';
import { openApp, type OpenApp } from './open-app.ts';

interface Answer {
  status: number;
  headers: Headers;
  body: any;
}

export interface OpenPrograms {
  app: OpenApp;
  owner: { cookie: string; id: string; email: string };
  /** The panel's own call, by the owner if nobody else is named. */
  panel(method: string, path: string, body?: unknown, cookie?: string): Promise<Answer>;
  /** Without scopes it may everything. */
  makeKey(scopes?: readonly string[], more?: object): Promise<{ id: string; key: string }>;
  /** A call with a key, `GET orders`; its answer is as the description says, or the test is red. */
  ask(key: string, call: string, more?: { body?: unknown; headers?: object }): Promise<Answer>;
  /** The described calls that were answered with what was asked: `GET /api/v1/orders/{order_id}`. */
  answered: Set<string>;
}

/** A shop with an owner, the keys of programs and what they are answered. */
export async function openPrograms(shop: TestContext): Promise<OpenPrograms> {
  const app = await openApp(shop);
  const owner = await app.signUp('dona');
  await makeStaff(shop, owner.email);
  const answered = new Set<string>();
  const send = async (path: string, method: string, headers: object, body: unknown) => {
    const answer = await app.ask(path, {
      method,
      headers: { 'content-type': 'application/json', ...headers },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    });
    const text = await answer.text();
    const isJson = answer.headers.get('content-type')?.includes('json');
    return { status: answer.status, headers: answer.headers, body: readBody(text, isJson) };
  };
  const panel: OpenPrograms['panel'] = (method, path, body, cookie = owner.cookie) =>
    send(`/api/admin/${path}`, method, { cookie, Origin: app.url }, body);
  return {
    app,
    owner,
    panel,
    answered,
    async makeKey(scopes = Object.keys(SCOPES), more = {}) {
      const made = await panel('POST', 'api-keys', { name: 'Planilha', scopes, ...more });
      expect(made.status, JSON.stringify(made.body)).toBe(201);
      return made.body;
    },
    async ask(key, call, { body, headers = {} } = {}) {
      const [method = '', path = ''] = call.split(' ');
      const answer = await send(
        `/api/v1/${path}`,
        method,
        { authorization: `Bearer ${key}`, ...headers },
        body,
      );
      const address = `/api/v1/${decodeURIComponent(path.split('?')[0]!).replace(/lol:(\w+):/, '$1/')}`;
      const told = { ...answer, type: answer.headers.get('content-type') };
      expect(compareAnswer(method, address, told), call).toBeNull();
      if (answer.status < 300) answered.add(`${method} ${describedAddress(address)}`);
      return answer;
    },
  };
}

const readBody = (text: string, isJson = false) => (text === '' ? null : isJson ? JSON.parse(text) : text);
