export const NOTE_MAX_LENGTH = 500;

/** Checks a note of staff about money: one paragraph, not empty. Runs in the browser too. */
export function checkNote(text: string): { ok: true; note: string } | { ok: false; message: string } {
  const note = text.trim().replace(/\s+/g, ' ');
  if (note.length < 3) return { ok: false, message: 'Escreva aqui pelo menos 3 letras.' };
  if (note.length > NOTE_MAX_LENGTH || /[\p{Cc}\p{Cs}]/u.test(note)) {
    return { ok: false, message: `São até ${NOTE_MAX_LENGTH} caracteres, sem símbolos invisíveis.` };
  }
  return { ok: true, note };
}
