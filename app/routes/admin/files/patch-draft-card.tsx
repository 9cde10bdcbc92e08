import { LinkButton } from '#app/ui/form/link-button.tsx';
import { OperationForm, SubmitButton } from '#app/ui/form/operation-form.tsx';
import type { PatchDraft } from '#shop/delivery/patch/patch-draft.ts';
import { WaitingCard } from '../desk/waiting-card.tsx';
import { useMay } from '../use-may.tsx';
import { draftWords } from './patch-words.ts';

/** A new version of the game. What marking would do is counted here, and asked once more by the screen it leads to. */
export function PatchDraftCard({ draft, mayDismiss = false }: { draft: PatchDraft; mayDismiss?: boolean }) {
  const mayMark = useMay('patch.manage');
  return (
    <WaitingCard words={draftWords(draft, mayMark, mayDismiss)} orderId={null} since={draft.noticedAt}>
      {mayMark && (
        <>
          <LinkButton to="/admin/patch?quais=jogo&fazer=marcar" prefetch="none">
            Marcar em atualização
          </LinkButton>
          {mayDismiss && (
            <OperationForm
              does="patch.dismiss"
              fixed={{ version: draft.version }}
              failed="Erro ao dispensar a versão"
              about="patch"
              goneIsDone
            >
              <SubmitButton variant="outline" loadingLabel="Dispensando...">
                Dispensar
              </SubmitButton>
            </OperationForm>
          )}
        </>
      )}
    </WaitingCard>
  );
}
