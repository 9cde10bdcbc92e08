import { SwitchField } from '#app/ui/form/switch-field.tsx';
import { useSession } from '#app/ui/frame/session.tsx';
import { canSwitch, PushNote } from '#app/ui/live/push-note.tsx';
import { usePush } from '#app/ui/live/use-push.ts';
import { ProfileSection } from './profile-section.tsx';

/** Which news reach this device: the person's own, and for members of the staff the team's. */
export function PushSection() {
  const push = usePush();
  const isStaff = useSession()?.isStaff ?? false;
  const { state } = push;
  const isOn = state?.kind === 'on';
  return (
    <ProfileSection
      id="avisos"
      title="Avisos neste aparelho"
      note="O navegador mostra um aviso mesmo com a loja fechada. Sair da conta desliga os avisos."
    >
      <noscript>
        <p className="text-sm text-muted">Para ligar os avisos, permita JavaScript neste site.</p>
      </noscript>
      <div className="flex flex-col gap-3 noscript:hidden">
        {canSwitch(push) && (
          <SwitchField
            label="Meus pedidos"
            hint="Pagamento confirmado, skin entregue e arquivo atualizado."
            checked={isOn}
            disabled={state === null}
            onChange={() => (isOn ? push.switchOff() : push.switchOn())}
          />
        )}
        {canSwitch(push) && isStaff && (
          <SwitchField
            label="Avisos da equipe"
            hint="Pedidos que esperam ou atrasam e contestações. Liga também os dos seus pedidos."
            checked={isOn && state.forStaff}
            disabled={state === null}
            onChange={() => push.switchOn(!(isOn && state.forStaff))}
          />
        )}
        <PushNote push={push} />
      </div>
    </ProfileSection>
  );
}
