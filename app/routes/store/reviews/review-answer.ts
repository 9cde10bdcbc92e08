import type { ScreenFailure } from '#app/ui/feedback/screen-failure.ts';

/** Why a posted review was refused, with what was typed. */
export interface ReviewAnswer {
  failure: ScreenFailure;
  typed: { stars: number; text: string };
}

/** Says on the page that follows what became of the form: `?avaliacao=salva`. */
export const DONE_PARAM = 'avaliacao';
export type Done = 'salva' | 'apagada';

export const isDone = (text: string | null): text is Done => text === 'salva' || text === 'apagada';
