import { expect, test } from 'vitest';
import { fromWire } from '#app/doors/codec.ts';
import { listCalls, type ListedCall } from './sources/api-examples.ts';

const EXTRA = {
  id: 'dddddddd-dddd-4ddd-8ddd-dddddddddddd',
  user_id: 'veneno-no-corpo',
  userId: 'veneno-no-corpo',
  actorUserId: 'veneno-no-corpo',
  role: 'admin',
  is_admin: true,
  price_cents: 66_600,
  created_at: '2001-02-03T04:05:06.000Z',
};

// The function gets what the schema lets through, and nothing else: no call can write a column by naming it.
const isWhole = ({ does }: ListedCall) =>
  Object.values(does.input.shape).some((field) => field.meta()?.isBody === true);

test.each(listCalls().filter((call) => !isWhole(call)))(
  '$method $path takes its own fields and no others',
  ({ does, path, fields }) => {
    const own = new Set([...Object.keys(fields), ...Object.keys(does.input.shape)]);
    const extra = Object.fromEntries(Object.entries(EXTRA).filter(([name]) => !own.has(name)));
    const inAddress = Object.fromEntries(
      [...path.matchAll(/:(\w+)/g)].map(([, name = '']) => [name, PART[name] ?? ID]),
    );
    const read = (body: object) =>
      does.input.safeParse({ ...(fromWire(does.input, body) as object), ...inAddress });
    const honest = read(fields);
    expect(honest.error?.issues, 'give the field an example: .meta({ examples: [...] })').toBeUndefined();
    expect(read({ ...fields, ...extra })).toEqual(honest);
  },
);

const ID = 'aaaaaaaa-aaaa-4aaa-8aaa-aaaaaaaaaaaa';
const PART: Record<string, unknown> = { championId: 'Ahri', skinNum: 1, code: 'ANA10', channel: 'email' };

test('each operation has one id, and stands at one noun', () => {
  const byId = Map.groupBy(listCalls(), ({ does }) => does.id);
  for (const [id, calls] of byId) {
    expect(id).toMatch(/^[a-z_]+\.[a-z_]+$/);
    expect(new Set(calls.map(({ does }) => does)).size, id).toBe(1);
  }
});
