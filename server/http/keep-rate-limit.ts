const NAMES = ['RateLimit-Limit', 'RateLimit-Remaining', 'RateLimit-Reset'];

/** Whatever is answered in the place of another answer: a program reads how many calls it has left. */
export function keepRateLimit(answer: Response, replaced: Response): Response {
  for (const name of NAMES) {
    const value = replaced.headers.get(name);
    if (value !== null) answer.headers.set(name, value);
  }
  return answer;
}
