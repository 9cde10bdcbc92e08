import { askShop } from './shop-client.ts';
import { PASSWORD } from '../world/shop-template.ts';
import type { Testimony } from './testimony.ts';
import type { World } from '../world/world.ts';

/** A customer deletes the account at any moment. It must be refused while something paid is owed to them. */
export async function deleteAccount(world: World, testimony: Testimony, number: number): Promise<void> {
  const customer = world.template.customers[number];
  if (!customer) return;
  world.count('account deletion');
  for (let tries = 0; tries < 30; tries++) {
    const answer = await askShop(world, {
      path: '/dashboard/perfil/excluir',
      cookie: customer.cookie,
      form: { current: PASSWORD },
    });
    if (answer && answer.status < 500) {
      if (answer.status === 302) testimony.deletionsTold.add(number);
      return;
    }
  }
}
