import { useOffer } from '#app/ui/frame/offer.tsx';

/** What the store calls the groups of its goods. The gender of a word of staff is not known: 'Qualquer arma'. */
export function useStoreWords(): { group: string; any: string; search: string } {
  const { groupWords } = useOffer();
  if (!groupWords)
    return { group: 'Campeão', any: 'Todos os campeões', search: 'Pesquisar por skin ou campeão' };
  const { one } = groupWords;
  return {
    group: one.charAt(0).toLocaleUpperCase('pt-BR') + one.slice(1),
    any: `Qualquer ${one}`,
    search: `Pesquisar por nome ou ${one}`,
  };
}
