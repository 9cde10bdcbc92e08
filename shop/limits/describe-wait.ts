/** The sentence for a refused person: `Muitas tentativas. Tente de novo em 3 minutos.` */
export function describeWait(retryAfterSeconds: number): string {
  return `Muitas tentativas. Tente de novo em ${describeDuration(retryAfterSeconds)}.`;
}

/** Whole minutes, rounded up. */
export function describeDuration(seconds: number): string {
  const minutes = Math.max(1, Math.ceil(seconds / 60));
  if (minutes < 60) return minutes === 1 ? '1 minuto' : `${minutes} minutos`;
  const hours = Math.ceil(minutes / 60);
  return hours === 1 ? '1 hora' : `${hours} horas`;
}
