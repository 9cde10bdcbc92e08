/** For the clerk whose answer would be the second one. */
export function describeAnsweredMeanwhile({
  by,
  secondsAgo,
}: {
  by: string | null;
  secondsAgo: number;
}): string {
  const minutes = Math.floor(secondsAgo / 60);
  const ago = minutes < 1 ? 'há menos de 1 min' : minutes < 60 ? `há ${minutes} min` : 'há mais de uma hora';
  const who = by === null || by.trim() === '' ? 'a equipe' : by;
  return `Respondido ${ago} por ${who}. Sua resposta não foi enviada: leia a outra e decida se ainda precisa da sua.`;
}
