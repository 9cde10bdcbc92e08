import { groupThousands } from './group-thousands.ts';

/** `1 pedido`, `1.204 pedidos` */
export const count = (number: number, one: string, many: string): string =>
  `${groupThousands(number)} ${number === 1 ? one : many}`;
