import { useOffer } from './offer.tsx';

export interface GroupWords {
  /** As a label: `Campeão`. */
  group: string;
  /** In a sentence: `campeão`, `campeões`. */
  one: string;
  many: string;
  any: string;
  search: string;
  placeholder: string;
}

const OF_THE_GAME: GroupWords = {
  group: 'Campeão',
  one: 'campeão',
  many: 'campeões',
  any: 'Todos os campeões',
  search: 'Pesquisar por skin ou campeão',
  placeholder: 'Pesquisar por skin ou campeão...',
};

/** What the shop calls the groups of its goods. The gender of a word of staff is not known: 'Qualquer arma'. */
export function useGroupWords(): GroupWords {
  const { groupWords } = useOffer();
  if (!groupWords) return OF_THE_GAME;
  const { one } = groupWords;
  return {
    ...groupWords,
    group: one.charAt(0).toLocaleUpperCase('pt-BR') + one.slice(1),
    any: `Qualquer ${one}`,
    search: `Pesquisar por nome ou ${one}`,
    placeholder: `Pesquisar por nome ou ${one}...`,
  };
}
