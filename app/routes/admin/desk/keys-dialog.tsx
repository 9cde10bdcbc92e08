import { Dialog } from '#app/ui/frame/dialog.tsx';

const KEYS = [
  ['j ou ↓', 'próxima skin'],
  ['k ou ↑', 'skin anterior'],
  ['Enter', 'abre a skin; no campo do link, entrega'],
  ['Ctrl+V', 'cola o link, ou um arquivo copiado'],
  ['Esc', 'fecha a skin sem entregar; o que foi digitado fica'],
  ['u', 'desfaz a sua última entrega, enquanto ela está saindo'],
  ['?', 'mostra estas teclas'],
] as const;

export function KeysDialog({ open, onClose }: { open: boolean; onClose: () => void }) {
  return (
    <Dialog
      open={open}
      onOpenChange={(isOpen) => !isOpen && onClose()}
      title="Teclas da mesa"
      description="Do primeiro ao último pedido sem tirar a mão do teclado."
    >
      <dl className="grid grid-cols-[auto_1fr] items-baseline gap-x-5 gap-y-3 text-sm">
        {KEYS.map(([key, does]) => (
          <div key={key} className="contents">
            <dt>
              <kbd className="rounded-control border border-line bg-raised px-2 py-1 font-mono text-xs">
                {key}
              </kbd>
            </dt>
            <dd className="text-muted">{does}</dd>
          </div>
        ))}
      </dl>
    </Dialog>
  );
}
