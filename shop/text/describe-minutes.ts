/** `15 minutos`, `1 hora`, `1 hora e 30 minutos`. */
export function describeMinutes(minutes: number): string {
  const [hours, rest] = [Math.floor(minutes / 60), minutes % 60];
  const parts = [
    hours > 0 ? `${hours} ${hours === 1 ? 'hora' : 'horas'}` : '',
    rest > 0 ? `${rest} ${rest === 1 ? 'minuto' : 'minutos'}` : '',
  ];
  return parts.filter(Boolean).join(' e ');
}
