import { Rss } from 'lucide-react';
import { CopiedField } from '#app/ui/form/copied-field.tsx';
import { OperationForm, SubmitButton } from '#app/ui/form/operation-form.tsx';

/** The address of the private feed: made, copied and switched off. */
export function FeedCard({ url, className }: { url: string | null; className: string }) {
  return (
    <section aria-labelledby="feed" className={className}>
      <h2 id="feed" className="text-lg">
        Lista para programas
      </h2>
      <p className="text-muted">
        Um endereço em que um gerenciador ou programa seu lê quais skins são suas e baixa os arquivos, sem
        entrar na conta. Quem tiver o endereço vê e baixa o mesmo que você, e cada arquivo baixado conta como
        um download seu: não o mostre a ninguém. Seu nome e seu e-mail não aparecem nele.
      </p>
      {url === null ? (
        <OperationForm
          does="feed.open"
          failed="Erro ao criar"
          done={{ title: 'Endereço criado' }}
          about="key"
        >
          <SubmitButton variant="outline">
            <Rss aria-hidden="true" className="size-[18px]" strokeWidth={1.75} />
            Criar endereço
          </SubmitButton>
        </OperationForm>
      ) : (
        <>
          <CopiedField
            label="Endereço da lista"
            text={url}
            button="Copiar"
            noun={{ word: 'Endereço', end: 'o' }}
          />
          <OperationForm
            does="feed.close"
            failed="Erro ao desligar"
            done={{ title: 'Endereço desligado', description: 'Quem o tem não vê mais nada.' }}
            about="key"
          >
            <SubmitButton variant="danger">Desligar</SubmitButton>
          </OperationForm>
        </>
      )}
    </section>
  );
}
