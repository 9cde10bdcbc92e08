import { useEffect, useState } from 'react';
import { readSkinKey } from '#shop/catalog/sku.ts';
import { useLive } from '#app/ui/live/live.tsx';

const TELL_EVERY_MS = 10_000;
/** Whoever is silent for longer has left, however that was. */
const FORGET_MS = 25_000;

/** Tells the others which skin is open here. @returns who else has a skin open. */
export function usePresence(ownId: string, opened: string | null): (skin: string) => string[] {
  const [seen, setSeen] = useState<Readonly<Record<string, { skin: string; at: number }>>>({});
  useLive((message) => {
    if (message.event !== 'desk' || message.userId === ownId) return;
    const { userId, skin } = message;
    setSeen(({ [userId]: _left, ...rest }) =>
      skin === null ? rest : { ...rest, [userId]: { skin, at: performance.now() } },
    );
  });
  useEffect(() => {
    const timer = setInterval(() => {
      const oldest = performance.now() - FORGET_MS;
      setSeen((all) => Object.fromEntries(Object.entries(all).filter(([, { at }]) => at > oldest)));
    }, TELL_EVERY_MS);
    return () => clearInterval(timer);
  }, []);
  useEffect(() => {
    if (opened === null) return;
    const tell = (body: unknown) =>
      void fetch('/api/admin/desk/presence', {
        method: 'POST',
        headers: { 'Content-Type': 'application/json' },
        body: JSON.stringify(body),
      }).catch(() => {});
    const here = () => tell({ sku: readSkinKey(opened) });
    here();
    const timer = setInterval(here, TELL_EVERY_MS);
    return () => {
      clearInterval(timer);
      tell({});
    };
  }, [opened]);
  return (skin) =>
    Object.entries(seen)
      .filter(([, one]) => one.skin === skin)
      .map(([userId]) => userId);
}
