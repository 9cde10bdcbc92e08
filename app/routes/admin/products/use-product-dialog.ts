import { useState } from 'react';
import { useRevalidator } from 'react-router';
import type { ShownProduct } from './shown-product.ts';
import { draftOf, type ProductDraft } from './product-draft.ts';

/** Which dialog is open. A new product has no product yet. */
type Opened = { kind: 'new' } | { kind: 'edit' | 'delete'; product: ShownProduct };

export interface ProductDialogState {
  opened: Opened | null;
  show: (opened: Opened) => void;
  /** Typed text stays until it is saved or discarded, also after the dialog was closed by accident. */
  draft: ProductDraft;
  keepDraft: (draft: ProductDraft) => void;
  close: () => void;
  cancel: () => void;
  finish: () => Promise<void>;
}

const NEW = 'new';

export function useProductDialog(): ProductDialogState {
  const [opened, setOpened] = useState<Opened | null>(null);
  const [drafts, setDrafts] = useState<Readonly<Record<string, ProductDraft>>>({});
  const { revalidate } = useRevalidator();
  const product = opened && opened.kind !== 'new' ? opened.product : null;
  const key = product?.id ?? NEW;

  function forget(): void {
    setDrafts(({ [key]: _done, ...others }) => others);
  }

  function close(): void {
    setOpened(null);
  }

  return {
    opened,
    show: setOpened,
    draft: drafts[key] ?? draftOf(product),
    keepDraft: (draft) => setDrafts((all) => ({ ...all, [key]: draft })),
    close,
    cancel() {
      forget();
      close();
    },
    async finish() {
      forget();
      setOpened(null);
      await revalidate();
      focusProduct(key);
    },
  };
}

/** A deleted product's button is gone; the keyboard goes on at 'Novo Produto'. */
function focusProduct(key: string): void {
  requestAnimationFrame(() => {
    const button =
      document.querySelector<HTMLElement>(`[data-product="${key}"]`) ??
      document.querySelector<HTMLElement>(`[data-product="${NEW}"]`);
    button?.focus();
  });
}
