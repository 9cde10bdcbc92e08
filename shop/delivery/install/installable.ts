const ENDING = /\.(zip|fantome|modpkg)$/i;

/** What an installer takes, by the end of its name. null: it takes nothing of this kind. */
export function readEnding(fileName: string | null): string | null {
  return ENDING.exec(fileName ?? '')?.[1]?.toLowerCase() ?? null;
}
