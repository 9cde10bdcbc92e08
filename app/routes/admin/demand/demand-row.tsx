import { LinkButton } from '#app/ui/form/link-button.tsx';
import { Field, OperationForm, SubmitButton } from '#app/ui/form/operation-form.tsx';
import { Badge } from '#app/ui/list/badge.tsx';
import { OrderedSkin } from '#app/ui/order/ordered-skin.tsx';
import type { Demand } from '#shop/preorders/list-demand.ts';
import { nameAhead } from '#shop/promise/say-ahead.ts';
import { demandWords } from './demand-words.ts';

interface DemandRowProps {
  skin: Demand;
  /** As `<input type="date">` writes them. */
  days: { today: string; lastDay: string };
}

/** One skin, who wants it, and what can be done about it. */
export function DemandRow({ skin, days }: DemandRowProps) {
  const { preorder } = skin;
  const isSold = preorder !== null && !preorder.isOver;
  return (
    <div className="flex flex-col gap-4 py-4 lg:flex-row lg:items-center lg:justify-between">
      <div className="min-w-0 lg:w-1/3">
        <OrderedSkin item={skin} />
        <p className="mt-2 text-sm text-muted tabular-nums">{demandWords(skin)}</p>
        {preorder && (
          <p className="mt-2 flex flex-wrap items-center gap-2 text-sm">
            <Badge tone={preorder.isOver ? 'danger' : 'info'}>{nameAhead(preorder.until)}</Badge>
            {preorder.isOver && (
              <span className="text-muted">
                A data passou: quem pagou recebe o valor de volta, e a skin está fora de venda.
              </span>
            )}
          </p>
        )}
      </div>
      <div className="flex flex-col gap-3 sm:flex-row sm:flex-wrap sm:items-end lg:justify-end">
        <OperationForm
          key={preorder?.until}
          does="preorders.save"
          fixed={{ sku: skin.sku }}
          done={{ title: 'Pré-venda no ar', description: 'A data aparece antes do pagamento.' }}
          failed="Erro ao abrir a pré-venda"
          about="preorder"
          className="flex flex-col gap-3 sm:flex-row sm:items-end"
        >
          <Field
            label="Arquivo até"
            aria-label={`Último dia para o arquivo de ${skin.skinName}`}
            type="date"
            name="until"
            required
            min={days.today}
            max={days.lastDay}
            defaultValue={isSold ? preorder.until : ''}
          />
          <SubmitButton whenFilled variant={isSold ? 'outline' : 'accent'} loadingLabel="Salvando...">
            {isSold ? 'Mudar data' : 'Abrir pré-venda'}
          </SubmitButton>
        </OperationForm>
        {preorder && (
          <OperationForm
            does="preorders.end"
            fixed={{ sku: skin.sku }}
            done={{
              title: 'Pré-venda encerrada',
              description: 'A skin volta a ser vendida como as outras. Quem já pagou mantém a data.',
            }}
            failed="Erro ao encerrar a pré-venda"
            about="preorder"
            goneIsDone
          >
            <SubmitButton variant="ghost" loadingLabel="Encerrando...">
              Encerrar
            </SubmitButton>
          </OperationForm>
        )}
        <LinkButton
          to={`/admin/arquivos?q=${encodeURIComponent(skin.skinName)}`}
          variant="outline"
          prefetch="none"
        >
          Enviar arquivo
        </LinkButton>
      </div>
    </div>
  );
}
