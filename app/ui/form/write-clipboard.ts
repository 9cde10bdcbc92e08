/** Browsers hand over the clipboard only on https or localhost; elsewhere the selected text must do. */
export async function writeClipboard(text: string, field: HTMLInputElement | null): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    field?.focus();
    field?.select();
    return document.execCommand('copy');
  }
}
