import { PackageOpen, Plus } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import { useNavigation } from 'react-router';
import { constraintsOf } from '#app/doors/constraints.ts';
import { doubtIndex } from '#app/routes/store/store-index.ts';
import { OpenButton } from '#app/ui/form/open-button.tsx';
import { useOpened } from '#app/ui/form/use-opened.ts';
import { EmptyState } from '#app/ui/list/empty-state.tsx';
import { pageMeta } from '#app/ui/frame/page-meta.ts';
import { Spinner } from '#app/ui/feedback/spinner.tsx';
import { useSlow } from '#app/ui/feedback/use-slow.ts';
import type { Catalog } from '#shop/catalog/catalog.ts';
import { addressOf, skinKey } from '#shop/catalog/sku.ts';
import { listProducts } from '#shop/products/list-products.ts';
import { newProductFields } from '#shop/products/product-input.ts';
import type { Route } from './+types/products';
import { DeleteProductDialog } from './delete-product-dialog.tsx';
import { ProductCard } from './product-card.tsx';
import { ProductDialog, type ProductDraft } from './product-dialog.tsx';
import { PanelPage } from '../panel/panel-page.tsx';
import { staffLoader } from '../staff-loader.ts';
import type { ShownProduct } from './shown-product.ts';

export const meta: Route.MetaFunction = ({ matches }) => pageMeta(matches, 'Produtos');

const FAILURE = { title: 'Erro ao carregar produtos', description: 'Não foi possível carregar os produtos.' };

export const loader = staffLoader('products', FAILURE, async ({ shop }) => {
  const catalog = shop.catalog.current();
  const products = (await listProducts(shop)).map(({ createdAt: _createdAt, ...product }): ShownProduct => ({
    ...product,
    skin: product.sku === null ? null : skinOf(catalog, product.sku),
  }));
  return { products, constraints: constraintsOf(newProductFields) };
});

export { answerForm as action } from '#app/doors/answer-form.ts';
export { preserveTyped as clientAction } from '#app/doors/preserve-typed.ts';

/** A skin that left the catalogue keeps its link, under the only name that is left. */
function skinOf(catalog: Pick<Catalog, 'findSkin'>, sku: string): NonNullable<ShownProduct['skin']> {
  const [group, id] = addressOf(sku);
  return (
    catalog.findSkin(sku) ?? {
      sku,
      championName: group,
      name: `Skin ${id} (fora do catálogo)`,
      splashPath: `/img/${skinKey(sku)}`,
      color: null,
      available: false,
    }
  );
}

const NEW = 'novo';

export default function AdminProducts({ loaderData }: Route.ComponentProps) {
  const isLoading = useSlow(useNavigation().location?.pathname === '/admin/produtos');
  const [opened, setOpened] = useOpened('produto');
  const [deleted, setDeleted] = useOpened('excluir');
  const [drafts, setDrafts] = useState<Record<string, ProductDraft | undefined>>({});
  const newButton = useRef<HTMLButtonElement>(null);
  // The store must show the change to the clerk who goes there next.
  useEffect(() => doubtIndex, []);
  return (
    <PanelPage
      title="Produtos"
      width=""
      end={
        <OpenButton ref={newButton} name="produto" value={NEW} onOpen={() => setOpened(NEW)}>
          <Plus aria-hidden="true" className="size-[18px]" />
          Novo Produto
        </OpenButton>
      }
      tools={
        <p role="status" className="flex h-8 items-center gap-2 text-xs text-muted">
          {isLoading && (
            <>
              <Spinner />
              Carregando produtos...
            </>
          )}
        </p>
      }
      loaded={loaderData}
    >
      {({ products, constraints }) => {
        const find = (wanted: string | null) => products.find(({ id }) => id === wanted) ?? null;
        const product = find(opened);
        const gone = find(deleted);
        return (
          <>
            {products.length === 0 && <EmptyState icon={PackageOpen} title="Nenhum produto cadastrado" />}
            <ul className="grid grid-cols-1 gap-4 empty:hidden sm:grid-cols-2 lg:grid-cols-3 xl:grid-cols-4">
              {products.map((shown) => (
                <li key={shown.id}>
                  <ProductCard
                    product={shown}
                    onEdit={() => setOpened(shown.id)}
                    onDelete={() => setDeleted(shown.id)}
                  />
                </li>
              ))}
            </ul>
            {opened !== null && (product || opened === NEW) && (
              <ProductDialog
                product={product}
                draft={drafts[opened]}
                constraints={constraints}
                onClose={(draft) => {
                  setDrafts({ ...drafts, [opened]: draft });
                  setOpened(null);
                }}
              />
            )}
            {gone && (
              <DeleteProductDialog
                product={gone}
                onClose={() => setDeleted(null)}
                onDone={() => {
                  setDeleted(null);
                  // The button that had the focus goes with its product.
                  requestAnimationFrame(() => newButton.current?.focus());
                }}
              />
            )}
          </>
        );
      }}
    </PanelPage>
  );
}
