/** `4,3`, as the search engines read it too. */
export function formatAverage(average: number): string {
  return average.toFixed(1).replace('.', ',');
}

export function countReviews(count: number): string {
  return count === 1 ? '1 avaliação' : `${count} avaliações`;
}

export function countStars(stars: number): string {
  return stars === 1 ? '1 estrela' : `${stars} estrelas`;
}
