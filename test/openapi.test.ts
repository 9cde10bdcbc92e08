import { expect, test } from 'vitest';
import { API } from '#app/doors/api.ts';
import { describeApi } from '#app/doors/describe-api.ts';
import { compareAnswer } from './sources/described-answers.ts';
import { describeOpenCalls } from '#app/doors/describe-v1.ts';

// To print it again: `npx vitest run --project unit test/openapi.test.ts -u`.
test('docs/openapi.json describes every call of the API', async () => {
  const api = describeApi(API);
  expect(Object.keys(api.paths).length).toBeGreaterThan(20);
  await expect(`${JSON.stringify(api, null, 1)}\n`).toMatchFileSnapshot('../docs/openapi.json');
});

test('a call says each status that it answers with, and what is no JSON', () => {
  const { paths } = describeApi(API);
  const answersOf = (path: string, method: string) => (paths[path] as Record<string, any>)[method].responses;
  const done = Object.keys(answersOf('/api/create-pix-payment', 'post')).filter((status) => status < '300');
  expect(done).toEqual(['200', '201', '202']);
  const { content } = answersOf('/api/payments/{payment_id}/qr-code', 'get')[200];
  expect(Object.keys(content)).toEqual(['image/png']);
});

test('sums are in reais, moments are texts, and names are the contract’s', () => {
  const { post } = describeApi(API).paths['/api/admin/coupons'] as Record<string, any>;
  const { properties, required } = post.requestBody.content['application/json'].schema;
  expect(required).toEqual(['code']);
  expect(properties.min_total.anyOf[0]).toMatchObject({ type: 'number', minimum: 0.01, maximum: 5000 });
  expect(properties.valid_to.anyOf[0]).toMatchObject({ type: 'string', format: 'date-time' });
  expect(post.responses[409].description).toBe('code_taken');
  const { amount } = post.responses[201].content['application/json'].schema.properties;
  expect(amount).toEqual({ type: ['number', 'null'] });
});

test('the parts of an address are never null, and one of a catalogue of one’s own may be a text', () => {
  const paths: Record<string, any> = describeApi(API).paths;
  const { parameters } = paths['/api/admin/skin-files/{champion_id}/{skin_num}'].put;
  expect(parameters.map(({ name, schema }: any) => [name, schema.type])).toEqual([
    ['champion_id', 'string'],
    ['skin_num', ['integer', 'string']],
  ]);
});

test('what the shop refuses to miss is required, without the default that it refuses', () => {
  const paths: Record<string, any> = describeApi(API).paths;
  const wanted = { products: ['name', 'price'], 'api-keys': ['name', 'scopes'], webhooks: ['url', 'events'] };
  for (const [path, names] of Object.entries(wanted)) {
    const { schema } = paths[`/api/admin/${path}`].post.requestBody.content['application/json'];
    expect([path, schema.required]).toEqual([path, names]);
    for (const name of names) expect(schema.properties[name]).not.toHaveProperty('default');
  }
});

test('what a key opens is described once for each process', () => {
  expect(describeOpenCalls()).toBe(describeOpenCalls());
});

test('an answer of an address that is not described is found out', () => {
  const told = { status: 200, body: {}, type: 'application/json' };
  expect(compareAnswer('GET', '/api/v1/nada', told)).not.toBeNull();
  expect(compareAnswer('GET', '/api/v1/nada', { ...told, status: 404 })).toBeNull();
});
