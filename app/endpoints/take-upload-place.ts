const PER_ACCOUNT = 2;
const AT_ONCE = 6;

const byAccount = new Map<string, number>();
let taken = 0;

/**
 * A body is held whole, several times over, until its picture is drawn: 57 at once were 540 MB (threat 65). Taken
 * before the first byte is read. null: no place now.
 */
export function takeUploadPlace(userId: string): { free: () => void } | null {
  const mine = byAccount.get(userId) ?? 0;
  if (taken >= AT_ONCE || mine >= PER_ACCOUNT) return null;
  byAccount.set(userId, mine + 1);
  taken += 1;
  let isTaken = true;
  return {
    free() {
      if (!isTaken) return;
      isTaken = false;
      taken -= 1;
      const left = (byAccount.get(userId) ?? 1) - 1;
      if (left > 0) byAccount.set(userId, left);
      else byAccount.delete(userId);
    },
  };
}
