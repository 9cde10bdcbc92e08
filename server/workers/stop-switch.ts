/**
 * What a signal does, from the first moment of a start: the first process of a container would otherwise never hear of
 * one, and another would be ended between two answers.
 */
export interface StopSwitch {
  stop(): void;
  /** Requests are answered from now on: a stop waits for the rest of the start. */
  hold(): void;
  serve(stop: () => void): void;
}

/** Before requests are answered nothing is unfinished: the database recovers from a hard end. */
export function createStopSwitch(exit: () => void = () => process.exit(0)): StopSwitch {
  let act = exit;
  let wasAsked = false;
  return {
    stop: () => act(),
    hold() {
      act = () => void (wasAsked = true);
    },
    serve(stop) {
      act = stop;
      if (wasAsked) stop();
    },
  };
}
