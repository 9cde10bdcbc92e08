/** Says on the page that follows what became of the form: `?avaliacao=salva`. */
export const DONE_PARAM = 'avaliacao';
export type Done = 'salva' | 'apagada';

export const isDone = (text: string | null): text is Done => text === 'salva' || text === 'apagada';
