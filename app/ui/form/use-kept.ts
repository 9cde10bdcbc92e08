import { useState } from 'react';
import { useLocation } from 'react-router';

/** The answer to a posted form for as long as its screen is open: React Router forgets it when the screen is read again. */
export function useKept<T>(answer: T | undefined): T | undefined {
  const { key: entry, pathname } = useLocation();
  const key = entry + pathname;
  const [kept, keep] = useState({ key, answer });
  // The answer comes before its new address does.
  if (answer !== undefined && (answer !== kept.answer || key !== kept.key)) keep({ key, answer });
  return answer ?? (kept.key === key ? kept.answer : undefined);
}
