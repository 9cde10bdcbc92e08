import { existsSync } from 'node:fs';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { tmpdir } from 'node:os';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createTestContext, type TestContext } from '#test/context.ts';
import { createPaidOrder } from '#test/paid-order.ts';
import { startPrism } from '#test/providers/start-prism.ts';
import { buy } from '#test/purchases.ts';
import { openPrograms } from '#test/visitor/open-programs.ts';
import { serveApp } from '#test/visitor/serve-app.ts';
import { describeOpenCalls } from './describe-v1.ts';

const TOOLS = join(import.meta.dirname, '../../test/servers/node_modules');
const VALIDATOR = join(TOOLS, '@seriousme/openapi-schema-validator/index.js');

// `npm test` installs both; whoever runs one file may have neither.
describe.skipIf(!existsSync(VALIDATOR))(
  'the description, judged by tools from elsewhere (test/servers)',
  { tags: 'release' },
  () => {
    let shop: TestContext;
    let folder: string;
    let description: string;
    let upstream: Awaited<ReturnType<typeof serveApp>>;
    let prism: Awaited<ReturnType<typeof startPrism>>;
    let key: string;

    beforeAll(async () => {
      shop = await createTestContext();
      const { app, makeKey } = await openPrograms(shop);
      ({ key } = await makeKey());
      upstream = await serveApp(app);
      folder = await mkdtemp(join(tmpdir(), 'fulgor-described-'));
      description = join(folder, 'openapi.json');
      await writeFile(description, JSON.stringify(describeOpenCalls()));
      prism = await startPrism(description, upstream.url);
    }, 60_000);
    afterAll(async () => {
      await prism.close();
      upstream.close();
      await rm(folder, { recursive: true });
      await shop.close();
    });

    test('it is OpenAPI 3.1', async () => {
      const { Validator } = (await import(VALIDATOR)) as {
        Validator: new () => { version: string; validate(file: string): Promise<object> };
      };
      const validator = new Validator();
      expect(await validator.validate(description)).toEqual({ valid: true });
      expect(validator.version).toBe('3.1');
    });

    test('what is asked and answered through Prism is as it says', async () => {
      const { orderId } = await createPaidOrder(shop, buy(shop.ctx, [0]));
      const ask = async (call: string, body?: object) => {
        const [method = '', path = ''] = call.split(' ');
        const answer = await fetch(`${prism.url}/api/v1/${path}`, {
          method,
          headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
          ...(body && { body: JSON.stringify(body) }),
        });
        const text = await answer.text();
        return `${answer.status} ${answer.status < 300 ? '' : text}`.trim();
      };
      const skin = shop.ctx.catalog.current().skins[1]!.sku;
      const [, champion, num] = skin.split(':');
      const asked = [
        ['GET me'],
        ['GET orders?status=pending'],
        [`GET orders/${orderId}`],
        ['GET catalog?q=a'],
        ['POST coupons', { code: 'PRISMA', percent: 10, valid_to: '2030-12-24T00:00:00Z' }],
        ['PATCH coupons/PRISMA', { active: false }],
        ['GET coupons'],
        ['POST products', { name: 'Moldura', price: 12.5 }],
        ['GET products'],
        [`PUT skin-files/${champion}/${num}`, { link: 'https://arquivos.exemplo.com/a.zip' }],
        ['GET skin-files'],
        ['GET settings'],
        ['GET attention'],
        ['GET audit'],
        ['GET desk'],
        ['GET numbers'],
        [
          'POST requests',
          { operation: 'coupons.create', input: { body: { code: 'X10', percent: 5 } }, reason: 'Teste' },
        ],
      ] as [string, object?][];
      const answers: string[] = [];
      for (const [call, body] of asked) answers.push(`${call}: ${await ask(call, body)}`);
      expect(answers.filter((line) => !/: 20[012]$/.test(line))).toEqual([]);
      // Prism itself refuses what the description does not say.
      expect(await ask('POST coupons', { percent: 10 })).toContain(
        'stoplight.io/prism/errors#UNPROCESSABLE_ENTITY',
      );
    }, 60_000);
  },
);
