import { Link } from 'react-router';
import { OperationForm, SubmitButton, useOperationForm } from '#app/ui/form/operation-form.tsx';
import type { Channel } from '#shop/alerts/channel.ts';

const NAMES: Record<Channel, string> = { email: 'e-mail', discord: 'Discord', telegram: 'Telegram' };

/** A button for each channel that sends a message with what is saved, and says what went wrong. */
export function ChannelTests() {
  return (
    <section
      aria-labelledby="channel-tests-title"
      className="rounded-card border border-line bg-surface p-4 sm:p-6"
    >
      <h3 id="channel-tests-title" className="text-base font-semibold">
        Testar os avisos
      </h3>
      <p className="mt-1 text-sm text-muted">
        Cada botão manda uma mensagem agora, com o que está salvo acima.
      </p>
      <p className="mt-2 text-sm text-muted">
        Avisos no seu celular ou computador, sem e-mail: cada pessoa da equipe os liga no{' '}
        <Link
          to="/dashboard/perfil#avisos"
          className="text-info underline underline-offset-2 hover:text-text"
        >
          próprio perfil
        </Link>
        .
      </p>
      <ul className="mt-3 divide-y divide-line">
        {(Object.keys(NAMES) as Channel[]).map((channel) => (
          <ChannelTest key={channel} channel={channel} name={NAMES[channel]} />
        ))}
      </ul>
    </section>
  );
}

function ChannelTest({ channel, name }: { channel: Channel; name: string }) {
  return (
    <li className="py-3">
      <OperationForm
        does="channels.test"
        fixed={{ channel }}
        failed="O teste não deu certo"
        about="channel-test"
        className="flex flex-col gap-x-4 gap-y-2 sm:flex-row sm:items-center"
      >
        <SubmitButton variant="outline" className="shrink-0 sm:w-44">
          Testar {name}
        </SubmitButton>
        <Tested />
      </OperationForm>
    </li>
  );
}

function Tested() {
  const { answer, isBusy } = useOperationForm();
  const tested = isBusy ? undefined : (answer?.value as { ok: boolean; error?: string } | undefined);
  return (
    <p role="status" className={`min-w-0 text-sm break-words ${tested?.ok ? 'text-ok' : 'text-danger'}`}>
      {tested?.ok ? 'Mensagem enviada. Veja se ela chegou.' : tested?.error}
    </p>
  );
}
