import { countSoldSkins } from '#shop/numbers/count-sold-skins.ts';
import type { Job } from './job.ts';

export const countSoldSkinsJob: Job = {
  name: 'count-sold-skins',
  // Mostly there is nothing to do. The first run of a shop that has sold for years takes a minute.
  schedule: '15 * * * *',
  queue: { policy: 'exclusive' },
  async run(ctx) {
    await countSoldSkins(ctx);
  },
};
