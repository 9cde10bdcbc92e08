const PATIENCE_MS = 5_000;

/** Whether the shop answers and has its data. Costs it one statement. */
export async function shopAnswers(): Promise<boolean> {
  try {
    const response = await fetch('/readyz', {
      cache: 'no-store',
      signal: AbortSignal.timeout(PATIENCE_MS),
    });
    return response.ok;
  } catch {
    return false;
  }
}
