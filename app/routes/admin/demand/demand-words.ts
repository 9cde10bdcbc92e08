import type { Demand } from '#shop/preorders/list-demand.ts';

type Counts = Pick<Demand, 'wishes' | 'ordersByHand' | 'waiting' | 'searches'>;

/** Who wants a skin, in a line; what nobody does is left out. */
export function demandWords({ wishes, ordersByHand, waiting, searches }: Counts): string {
  const parts = [
    waiting > 0 &&
      `${people(waiting)} já ${waiting === 1 ? 'pagou' : 'pagaram'} e ${waiting === 1 ? 'espera' : 'esperam'}`,
    wishes > 0 &&
      `${people(wishes)} ${wishes === 1 ? 'quer' : 'querem'} ser ${wishes === 1 ? 'avisada' : 'avisadas'}`,
    ordersByHand > 0 && `${people(ordersByHand)} com entrega à mão`,
    searches > 0 && `${searches === 1 ? '1 visita' : `${searches} visitas`} à página`,
  ].filter((part) => part !== false);
  return parts.length > 0 ? parts.join(' · ') : 'Ninguém ainda';
}

const people = (count: number) => (count === 1 ? '1 pessoa' : `${count} pessoas`);
