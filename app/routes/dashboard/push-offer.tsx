import { BellRing } from 'lucide-react';
import { Button } from '#app/ui/form/button.tsx';
import { canSwitch, PushNote } from '#app/ui/live/push-note.tsx';
import { usePush } from '#app/ui/live/use-push.ts';

/** Above an order that waits for its delivery. It needs scripts, so without them it is not there. */
export function PushOffer() {
  const push = usePush();
  const isOn = push.state?.kind === 'on';
  return (
    <section
      aria-label="Avisos neste aparelho"
      className="mt-6 flex max-w-[1120px] flex-wrap items-center gap-x-4 gap-y-3 rounded-card border border-line bg-surface p-4 noscript:hidden"
    >
      <BellRing aria-hidden="true" className="size-5 shrink-0 text-accent" />
      <div className="min-w-0 flex-1 basis-60">
        {canSwitch(push) && (
          <p className="text-sm">
            {isOn
              ? 'Este aparelho é avisado quando a sua skin chegar.'
              : 'Quer ser avisado na hora em que a sua skin chegar?'}
          </p>
        )}
        <PushNote push={push} />
      </div>
      {canSwitch(push) &&
        (isOn ? (
          <Button variant="ghost" loading={push.isBusy} onClick={push.switchOff}>
            Desligar avisos
          </Button>
        ) : (
          <Button variant="outline" loading={push.isBusy} onClick={() => push.switchOn()}>
            Avisar neste aparelho
          </Button>
        ))}
    </section>
  );
}
