import type { ScreenFailure } from '#app/ui/feedback/screen-failure.ts';

/** What the contact and support screens know once a message was posted. */
export interface MessageAnswer {
  sent: boolean;
  failure: ScreenFailure | undefined;
  /** It is a thread, whose answer stands in 'Suporte'. */
  isThread?: boolean;
  /** It was sent, and something of it was not kept. */
  notice?: string | undefined;
  /** The typed text, for a page that is rendered again without scripts. */
  typed: Partial<Record<string, string>>;
}

export const FAILURE_TITLE = 'Mensagem não enviada';

export const SESSION_ENDED =
  'Sua sessão terminou. Seu texto foi mantido: entre de novo em outra aba e envie outra vez.';
