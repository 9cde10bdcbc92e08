/** More than anybody collects before signing in; the account's own list has no such limit. */
const MAX_KEPT = 500;
const ID = /^\w{1,60}_\d{1,6}$/;

/** What this browser's visitor wishes for without an account, by the ids of the skins. Anyone may edit the storage. */
export function readWishes(key: string): string[] {
  try {
    const value: unknown = JSON.parse(localStorage.getItem(key) ?? '[]');
    if (!Array.isArray(value)) return [];
    return value.filter((id): id is string => typeof id === 'string' && ID.test(id)).slice(0, MAX_KEPT);
  } catch (error) {
    console.error('Error loading wishes', error);
    return [];
  }
}

export function writeWishes(key: string, ids: readonly string[]): void {
  try {
    if (ids.length === 0) localStorage.removeItem(key);
    else localStorage.setItem(key, JSON.stringify(ids.slice(-MAX_KEPT)));
  } catch (error) {
    // Storage refused or full: the hearts still work in this tab.
    console.error('Error saving wishes', error);
  }
}
