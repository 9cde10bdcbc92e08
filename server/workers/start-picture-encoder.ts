import { fork, type ChildProcess } from 'node:child_process';
import { constants } from 'node:os';
import type { PictureEncoder } from '#shop/media/picture-encoder.ts';
import type { EncoderAnswer } from './encode-pictures.ts';

/**
 * `file`: encode-pictures.ts, or its built form. The process starts with a picture, and ends after `restAfterMs`
 * without one, so that others get its memory.
 */
export function startPictureEncoder(
  file: string,
  { priority = constants.priority.PRIORITY_LOW, restAfterMs = 60_000 } = {},
): PictureEncoder {
  let child: ChildProcess | null = null;
  let isStopped = false;
  let resting: NodeJS.Timeout | undefined;
  let usedMs = 0;
  let answer: (answer: EncoderAnswer | null) => void = () => {};

  function start(): ChildProcess {
    const { PATH, LD_LIBRARY_PATH } = process.env;
    const started = fork(file, [String(priority)], {
      execArgv: [],
      // It decodes files of strangers, so it does not get the shop's secrets.
      env: { PATH, LD_LIBRARY_PATH },
      serialization: 'advanced',
      // stdout carries JSON lines only.
      stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
    });
    const end = () => {
      if (child !== started) return;
      child = null;
      answer(null);
    };
    started
      .on('message', (message: EncoderAnswer) => answer(message))
      .on('exit', end)
      .on('error', end);
    return started;
  }

  function leave(): void {
    if (child?.connected) child.disconnect();
    child = null;
  }

  return {
    async encode(source) {
      if (isStopped) return { ok: false, reason: 'ended' };
      clearTimeout(resting);
      child ??= start();
      const answered = Promise.withResolvers<EncoderAnswer | null>();
      answer = answered.resolve;
      // If a message does not reach a process that just ended, its end is the answer.
      child.send(source, () => {});
      const message = await answered.promise;
      if (!message) return { ok: false, reason: 'ended' };
      usedMs += message.usedMs;
      if (!isStopped) resting = setTimeout(leave, restAfterMs).unref();
      const { encoded } = message;
      return encoded.ok ? { ...encoded, data: Buffer.from(encoded.data) } : encoded;
    },
    usedMs: () => usedMs,
    stop() {
      isStopped = true;
      clearTimeout(resting);
      leave();
      answer(null);
    },
  };
}
