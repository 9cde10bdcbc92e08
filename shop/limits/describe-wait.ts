/** What a person reads when a limit refuses: `Muitas tentativas. Tente de novo em 3 minutos.` */
export function describeWait(retryAfterSeconds: number): string {
  return `Muitas tentativas. Tente de novo em ${describeDuration(retryAfterSeconds)}.`;
}

/** In whole minutes, never shorter than what is left. */
export function describeDuration(seconds: number): string {
  const minutes = Math.max(1, Math.ceil(seconds / 60));
  if (minutes < 60) return minutes === 1 ? '1 minuto' : `${minutes} minutos`;
  const hours = Math.ceil(minutes / 60);
  return hours === 1 ? '1 hora' : `${hours} horas`;
}
