import type { Push } from './use-push.ts';

const SENTENCES = {
  denied:
    'Este navegador bloqueia os avisos da loja. Para mudar, abra as permissões do site, ao lado do endereço, e permita notificações.',
  needs_home_screen:
    'No iPhone e no iPad, adicione a loja à Tela de Início: toque em Compartilhar, depois em ‘Adicionar à Tela de Início’, e abra a loja por lá para ligar os avisos.',
  unsupported: 'Este navegador não recebe avisos. Acompanhe por aqui e pelo e-mail.',
} as const;

const NOT_ON =
  'O navegador não ligou os avisos. Em janelas anônimas eles não funcionam; fora delas, tente de novo em instantes.';
const AS_BEFORE = 'Os avisos deste aparelho não mudaram. Tente de novo em instantes.';

/** Why there is nothing to press, or what a press came to. */
export function PushNote({ push: { state, hasFailed }, id }: { push: Push; id?: string }) {
  const failed = state?.kind === 'on' ? AS_BEFORE : NOT_ON;
  const sentence =
    state && state.kind in SENTENCES ? SENTENCES[state.kind as keyof typeof SENTENCES] : hasFailed && failed;
  return (
    <p id={id} role="status" className={`text-sm empty:hidden ${hasFailed ? 'text-danger' : 'text-muted'}`}>
      {sentence}
    </p>
  );
}

/** There is something that can be pressed. */
export function canSwitch({ state }: Push): boolean {
  return state === null || state.kind === 'on' || state.kind === 'off';
}
