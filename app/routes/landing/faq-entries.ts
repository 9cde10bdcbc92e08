import { describeMinutes } from '#shop/text/describe-minutes.ts';

export interface FaqEntry {
  question: string;
  answer: string;
}

export const faqEntries = (promiseMinutes: number): FaqEntry[] => [
  {
    question: 'Em quanto tempo recebo a skin?',
    answer: `Em até ${describeMinutes(promiseMinutes)} depois do pagamento. Antes do envio, cada arquivo passa pelo nosso controle de qualidade. O link chega por e-mail e fica guardado na sua coleção.`,
  },
  {
    question: 'A skin é permanente?',
    answer: 'Sim. Você paga uma vez e ela é sua. Não há mensalidade nem prazo para usar.',
  },
  {
    question: 'Corro algum risco ao usar?',
    answer:
      'Não. As modificações são apenas visuais e aparecem só na sua tela: não mexem em dano, alcance nem em nada que dê vantagem na partida.',
  },
  {
    question: 'Posso trocar uma skin por outra?',
    answer:
      'Não fazemos trocas, apenas atualização de versão: se o jogo mudar e a sua skin precisar de um arquivo novo, nós enviamos.',
  },
  {
    question: 'Em quais modos de jogo a skin aparece?',
    answer: 'Em todos. Onde você puder escolher o campeão, a skin fica visível para você.',
  },
  {
    question: 'Os efeitos e as vozes vêm junto?',
    answer: 'Vêm. A skin mantém todos os efeitos e falas originais.',
  },
];
