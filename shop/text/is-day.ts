/** Whether a text is a day as `<input type="date">` sends it, `2026-11-22`, and in the calendar. */
export function isDay(text: string): boolean {
  if (!/^[12]\d{3}-\d{2}-\d{2}$/.test(text)) return false;
  const at = new Date(`${text}T00:00:00Z`);
  // The 30th of February would come out as a day of March.
  return !Number.isNaN(at.getTime()) && at.toISOString().startsWith(text);
}
