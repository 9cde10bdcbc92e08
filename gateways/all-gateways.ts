import { abacatePay } from './abacatepay/provider.ts';
import { bacen } from './bacen/provider.ts';
import { mercadoPago } from './mercadopago/provider.ts';
import { simulator } from './simulator/provider.ts';

/** Every provider of the shop, one row each. What else has to know one reads it here. */
export const GATEWAYS = [simulator, abacatePay, bacen, mercadoPago] as const;
