import { useState } from 'react';
import { Link } from 'react-router';
import { Button } from '#app/ui/form/button.tsx';
import type { Channel } from '#shop/alerts/channel.ts';
import { callAdminApi } from '../call-admin-api.ts';

const NAMES: Record<Channel, string> = { email: 'e-mail', discord: 'Discord', telegram: 'Telegram' };

interface Tested {
  works: boolean;
  words: string;
}

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
  const [isBusy, setBusy] = useState(false);
  const [tested, setTested] = useState<Tested | null>(null);
  const press = async () => {
    setBusy(true);
    setTested(null);
    const answer = await callAdminApi(`/api/admin/channels/${channel}/test`, undefined);
    setTested(readTested(answer));
    setBusy(false);
  };
  return (
    <li className="flex flex-col gap-x-4 gap-y-2 py-3 sm:flex-row sm:items-center">
      <Button variant="outline" loading={isBusy} onClick={() => void press()} className="shrink-0 sm:w-44">
        Testar {name}
      </Button>
      <p role="status" className={`min-w-0 text-sm break-words ${tested?.works ? 'text-ok' : 'text-danger'}`}>
        {tested?.words}
      </p>
    </li>
  );
}

function readTested(answer: Awaited<ReturnType<typeof callAdminApi>>): Tested {
  if (!answer.ok) return { works: false, words: answer.message };
  const { ok, error } = answer.body as { ok: boolean; error?: string };
  return ok
    ? { works: true, words: 'Mensagem enviada. Veja se ela chegou.' }
    : { works: false, words: error ?? 'O teste não deu certo.' };
}
