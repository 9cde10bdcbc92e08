import { fork, type ChildProcess } from 'node:child_process';
import type { PictureEncoder } from '#shop/media/picture-encoder.ts';
import type { EncoderAnswer } from './encode-pictures.ts';

/** `file`: encode-pictures.ts, or what the build has made of it. The process starts with the first picture. */
export function startPictureEncoder(file: string): PictureEncoder {
  let child: ChildProcess | null = null;
  let isStopped = false;
  let usedMs = 0;
  let answer: (answer: EncoderAnswer | null) => void = () => {};

  function start(): ChildProcess {
    const { PATH, LD_LIBRARY_PATH } = process.env;
    const started = fork(file, {
      execArgv: [],
      // It decodes files of strangers, so it gets none of the shop's secrets.
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

  return {
    async encode(source) {
      if (isStopped) return { ok: false, reason: 'ended' };
      child ??= start();
      const answered = Promise.withResolvers<EncoderAnswer | null>();
      answer = answered.resolve;
      // What does not reach a process that just ended is answered by its end.
      child.send(source, () => {});
      const message = await answered.promise;
      if (!message) return { ok: false, reason: 'ended' };
      usedMs += message.usedMs;
      const { encoded } = message;
      return encoded.ok ? { ...encoded, data: Buffer.from(encoded.data) } : encoded;
    },
    usedMs: () => usedMs,
    stop() {
      isStopped = true;
      if (child?.connected) child.disconnect();
      child = null;
      answer(null);
    },
  };
}
