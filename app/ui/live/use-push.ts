import { useEffect, useState } from 'react';
import { readPushState, switchPushOff, switchPushOn, type PushState } from './push-device.ts';

export interface Push {
  /** null: not looked at yet. */
  state: PushState | null;
  isBusy: boolean;
  /** The last press came to nothing, and nobody said no. */
  hasFailed: boolean;
  switchOn: (forStaff?: boolean) => void;
  switchOff: () => void;
}

/** Whether this device is told by the shop, and the presses that change it. Nothing is asked before a press. */
export function usePush(): Push {
  const [state, setState] = useState<PushState | null>(null);
  const [isBusy, setBusy] = useState(false);
  const [hasFailed, setFailed] = useState(false);
  useEffect(() => {
    let isOld = false;
    const look = async () => {
      const found = await readPushState().catch((): PushState => ({ kind: 'off' }));
      if (!isOld) setState(found);
    };
    void look();
    return () => void (isOld = true);
  }, []);
  const change = async (work: () => Promise<PushState>) => {
    if (isBusy) return;
    setBusy(true);
    setFailed(false);
    try {
      setState(await work());
    } catch {
      setFailed(true);
    } finally {
      setBusy(false);
    }
  };
  return {
    state,
    isBusy,
    hasFailed,
    switchOn: (forStaff) => void change(() => switchPushOn(forStaff)),
    switchOff: () => void change(switchPushOff),
  };
}
