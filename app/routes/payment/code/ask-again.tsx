import { useState } from 'react';
import { Button } from '#app/ui/form/button.tsx';
import type { CheckOutcome } from './use-payment.ts';

const ANSWERS: Record<Extract<CheckOutcome, string>, string> = {
  not_yet:
    'Ainda não recebemos a confirmação do banco. Costuma levar poucos segundos; esta tela avisa sozinha quando chegar.',
  unreachable: 'Não conseguimos consultar o banco agora. Tente de novo em instantes; nada se perde.',
  answered: '',
};

/** 'Já paguei': an honest answer, never a promise. */
export function AskAgain({ check }: { check: () => Promise<CheckOutcome> }) {
  const [isAsking, setAsking] = useState(false);
  const [answer, setAnswer] = useState('');

  async function ask(): Promise<void> {
    setAsking(true);
    setAnswer('');
    const outcome = await check();
    setAnswer(typeof outcome === 'string' ? ANSWERS[outcome] : outcome.refused);
    setAsking(false);
  }

  return (
    <div>
      <Button
        variant="outline"
        className="w-full"
        loading={isAsking}
        loadingLabel="Consultando..."
        onClick={() => void ask()}
      >
        Já paguei
      </Button>
      <p role="status" className={answer ? 'mt-2 text-sm text-muted' : ''}>
        {answer}
      </p>
    </div>
  );
}
