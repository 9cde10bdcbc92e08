import { useState } from 'react';
import { useActionData, useSearchParams } from 'react-router';
import type { FormAnswer } from './form-answer.ts';

/** What an `OpenButton` of this name opens: the address says it without scripts, until its form is taken. */
export function useOpened(name: string) {
  const [params] = useSearchParams();
  const isDone = useActionData<FormAnswer>()?.ok;
  return useState(isDone ? null : params.get(name));
}
