import { useEffect, useRef, useState } from 'react';
import { uploadFile } from '../files/upload-file.ts';

/** What a clerk has begun for one skin. It stays until it is delivered, also while its row is closed. */
export interface Draft {
  /** undefined: the link that the shop knows, untouched. */
  link?: string | undefined;
  file?: ChosenFile | undefined;
}

export interface ChosenFile {
  name: string;
  /** How much of it has left the browser; null: nothing is on its way. */
  share: number | null;
  /** Its id in the shop, once it is there. */
  id: string | null;
  failure: string | null;
}

export interface Drafts {
  of: (key: string) => Draft;
  change: (key: string, change: Partial<Draft>) => void;
  take: (key: string, file: File) => void;
  forget: (key: string) => void;
}

/** The drafts of the desk by skin. A file goes to the shop as soon as it is chosen. */
export function useDrafts(maxFileMb: number): Drafts {
  const [drafts, setDrafts] = useState<Readonly<Record<string, Draft>>>({});
  const uploads = useRef(new Map<string, AbortController>());
  useEffect(() => {
    const running = uploads.current;
    return () => {
      for (const upload of running.values()) upload.abort();
    };
  }, []);

  const change = (key: string, changed: Partial<Draft>) =>
    setDrafts((all) => ({ ...all, [key]: { ...all[key], ...changed } }));

  function stop(key: string): void {
    uploads.current.get(key)?.abort();
    uploads.current.delete(key);
  }

  return {
    of: (key) => drafts[key] ?? {},
    change(key, changed) {
      if ('file' in changed) stop(key);
      change(key, changed);
    },
    take(key, file) {
      stop(key);
      const upload = new AbortController();
      uploads.current.set(key, upload);
      const note = (noted: Partial<ChosenFile>) => {
        if (upload.signal.aborted) return;
        setDrafts((all) => {
          const known = all[key]?.file;
          return known ? { ...all, [key]: { ...all[key], file: { ...known, ...noted } } } : all;
        });
      };
      change(key, { file: { name: file.name, share: 0, id: null, failure: null } });
      void uploadFile(file, {
        maxFileMb,
        signal: upload.signal,
        onProgress: (share) => note({ share }),
      }).then((answer) =>
        note({
          share: null,
          id: answer.ok ? (answer.body as { id: string }).id : null,
          failure: answer.ok ? null : answer.message,
        }),
      );
    },
    forget(key) {
      stop(key);
      setDrafts(({ [key]: _gone, ...rest }) => rest);
    },
  };
}
