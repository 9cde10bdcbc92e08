import { PackageOpen, Plus } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import { useNavigation } from 'react-router';
import { answerForm } from '#app/doors/answer-form.ts';
import { constraintsOf } from '#app/doors/constraints.ts';
import { preserveTyped } from '#app/doors/preserve-typed.ts';
import { getShop } from '#app/request-context.ts';
import { doubtIndex } from '#app/routes/store/store-index.ts';
import { OpenButton } from '#app/ui/form/open-button.tsx';
import { useOpened } from '#app/ui/form/use-opened.ts';
import { EmptyState } from '#app/ui/list/empty-state.tsx';
import { LoadFailure } from '#app/ui/feedback/load-failure.tsx';
import { pageMeta } from '#app/ui/frame/page-meta.ts';
import { Spinner } from '#app/ui/feedback/spinner.tsx';
import { useSlow } from '#app/ui/feedback/use-slow.ts';
import type { Skin } from '#shop/catalog/catalog.ts';
import { listProducts } from '#shop/products/list-products.ts';
import { newProductFields } from '#shop/products/product-input.ts';
import { loadScreen } from '../../load-screen.ts';
import type { Route } from './+types/products';
import { DeleteProductDialog } from './delete-product-dialog.tsx';
import { ProductCard } from './product-card.tsx';
import { ProductDialog, type ProductDraft } from './product-dialog.tsx';
import { requireStaff } from '../require-staff.ts';
import type { ShownProduct } from './shown-product.ts';

export const meta: Route.MetaFunction = ({ matches }) => pageMeta(matches, 'Produtos');

const FAILURE = { title: 'Erro ao carregar produtos', description: 'Não foi possível carregar os produtos.' };

export async function loader({ context }: Route.LoaderArgs) {
  await requireStaff(context, 'products');
  const shop = getShop(context);
  return loadScreen(context, FAILURE, async () => {
    const catalog = shop.catalog.current();
    const products = (await listProducts(shop)).map(
      ({ createdAt: _createdAt, ...product }): ShownProduct => ({
        ...product,
        skin: product.championId === null ? null : skinOf(catalog, product.championId, product.skinNum),
      }),
    );
    return { products, constraints: constraintsOf(newProductFields) };
  });
}

export const action = answerForm;
export const clientAction = preserveTyped;

/** A skin that left the catalogue keeps its link, under the only name that is left. */
function skinOf(
  catalog: { findSkin(championId: string, num: number): Skin | null },
  championId: string,
  skinNum: number | null,
): NonNullable<ShownProduct['skin']> {
  const num = skinNum ?? 0;
  return (
    catalog.findSkin(championId, num) ?? {
      championId,
      championName: championId,
      num,
      name: `Skin ${num} (fora do catálogo)`,
      splashPath: `/img/${championId}_${num}`,
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
  const find = (id: string | null) =>
    ('products' in loaderData && loaderData.products.find((product) => product.id === id)) || null;
  const product = find(opened);
  const gone = find(deleted);
  // The store must show the change to the clerk who goes there next.
  useEffect(() => doubtIndex, []);
  return (
    <section aria-labelledby="products-title" className="pt-5">
      <div className="flex flex-wrap items-center justify-between gap-3">
        <h2 id="products-title" className="text-lg">
          Produtos
        </h2>
        <OpenButton ref={newButton} name="produto" value={NEW} onOpen={() => setOpened(NEW)}>
          <Plus aria-hidden="true" className="size-[18px]" />
          Novo Produto
        </OpenButton>
      </div>
      <p role="status" className="flex h-8 items-center gap-2 text-xs text-muted">
        {isLoading && (
          <>
            <Spinner />
            Carregando produtos...
          </>
        )}
      </p>
      {'failure' in loaderData ? (
        <LoadFailure {...loaderData.failure} />
      ) : loaderData.products.length === 0 ? (
        <EmptyState icon={PackageOpen} title="Nenhum produto cadastrado" />
      ) : (
        <ul className="grid grid-cols-1 gap-4 sm:grid-cols-2 lg:grid-cols-3 xl:grid-cols-4">
          {loaderData.products.map((product) => (
            <li key={product.id}>
              <ProductCard
                product={product}
                onEdit={() => setOpened(product.id)}
                onDelete={() => setDeleted(product.id)}
              />
            </li>
          ))}
        </ul>
      )}
      {'products' in loaderData && opened !== null && (product || opened === NEW) && (
        <ProductDialog
          product={product}
          draft={drafts[opened]}
          constraints={loaderData.constraints}
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
    </section>
  );
}
