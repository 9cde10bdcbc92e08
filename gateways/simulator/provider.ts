import { join } from 'node:path';
import { describeProvider } from '#shop/payments/gateway.ts';
import { createSimulator } from './create-simulator.ts';

export const simulator = describeProvider({
  name: 'simulator',
  label: 'Simulador',
  spoken: 'simulado',
  variables: {},
  read: () => ({}),
  addresses: () => ({}),
  create: (_settings, { dataDir, merchant, now }) =>
    createSimulator({
      directory: join(dataDir, 'simulator'),
      get merchantName() {
        return merchant.name;
      },
      merchantCity: merchant.city,
      now,
    }),
});
