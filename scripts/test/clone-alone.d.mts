export function cloneHead(
  place: string,
  source?: string,
): Promise<{ ok: true; folder: string; commit: string } | { ok: false; reason: string }>;
export function testClone(options: {
  place: string;
  source?: string;
  timeoutSeconds: number;
  onOutput: (text: string) => void;
}): Promise<{ passed: number; failed: number; skipped: number; note?: string; skippedNames?: string[] }>;
