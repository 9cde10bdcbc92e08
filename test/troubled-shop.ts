import { createTestContext, type TestContext } from './context.ts';
import { createTroubledGateway, type TroubledGateway } from './providers/troubled-gateway.ts';

export interface TroubledShop {
  shop: TestContext;
  bank: TroubledGateway;
  clerk: string;
}

/** A shop whose bank makes trouble on demand, and the clerk who deals with it. */
export async function openTroubledShop(): Promise<TroubledShop> {
  let bank: TroubledGateway | undefined;
  const shop = await createTestContext({
    gateway: (_clock, simulator) => (bank = createTroubledGateway(simulator)),
  });
  if (!bank) throw new Error('The context asked for no gateway.');
  return { shop, bank, clerk: await shop.createUser('Equipe') };
}
