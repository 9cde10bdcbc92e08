import { useState } from 'react';
import { Badge } from '#app/ui/list/badge.tsx';
import { Button } from '#app/ui/form/button.tsx';
import type { ListedSession } from '#shop/accounts/sessions/list-sessions.ts';
import { ProfileSection } from './profile-section.tsx';
import { SecondFactorDialog, type Question } from './second-factor-dialog.tsx';
import { ConfirmFirst } from './confirm-first.tsx';
import { SessionList } from './session-list.tsx';

export interface SecurityView {
  isEmailConfirmed: boolean;
  hasSecondFactor: boolean;
  /** Sent here from the staff panel. */
  owesSecondFactor: boolean;
  sessions: ListedSession[];
}

export function SecuritySection({ email, security }: { email: string; security: SecurityView }) {
  const [question, setQuestion] = useState<Question | null>(null);
  const { isEmailConfirmed, hasSecondFactor, owesSecondFactor, sessions } = security;
  return (
    <ProfileSection id="seguranca" title="Segurança">
      {owesSecondFactor && (
        <p
          role="status"
          className="mb-4 rounded-control border border-accent/40 bg-accent/10 px-3.5 py-3 text-sm"
        >
          Para usar o painel da equipe, ative a verificação em duas etapas.
        </p>
      )}
      <div className="flex flex-wrap items-center gap-2">
        <h3 className="text-base font-semibold">Verificação em duas etapas</h3>
        <Badge tone={hasSecondFactor ? 'ok' : 'neutral'}>{hasSecondFactor ? 'Ativada' : 'Desativada'}</Badge>
      </div>
      <p className="mt-2 text-sm text-muted">
        {hasSecondFactor
          ? 'Ao entrar, além da senha, pedimos o código do seu aplicativo autenticador.'
          : 'Mesmo que descubram sua senha, ninguém entra sem o código que só o seu celular mostra.'}
      </p>
      <div className="mt-3 flex flex-col gap-2 sm:flex-row">
        {hasSecondFactor ? (
          <>
            <Button variant="outline" onClick={() => setQuestion('renew')}>
              Novos códigos de recuperação
            </Button>
            <Button variant="danger" onClick={() => setQuestion('stop')}>
              Desativar
            </Button>
          </>
        ) : !isEmailConfirmed ? (
          <ConfirmFirst email={email} />
        ) : (
          <Button variant={owesSecondFactor ? 'accent' : 'outline'} onClick={() => setQuestion('start')}>
            Ativar verificação
          </Button>
        )}
      </div>
      <h3 className="mt-6 text-base font-semibold">Sessões</h3>
      <p className="mt-1 mb-3 text-sm text-muted">
        Onde sua conta está aberta. Não reconhece uma delas? Encerre-a e troque sua senha.
      </p>
      <SessionList sessions={sessions} />
      {question && <SecondFactorDialog question={question} email={email} onClose={() => setQuestion(null)} />}
    </ProfileSection>
  );
}
