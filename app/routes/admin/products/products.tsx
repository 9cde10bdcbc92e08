import { PackageOpen, Plus } from 'lucide-react';
import { useEffect } from 'react';
import { useNavigation } from 'react-router';
import { getShop } from '#app/request-context.ts';
import { doubtIndex } from '#app/routes/store/store-index.ts';
import { Button } from '#app/ui/form/button.tsx';
import { EmptyState } from '#app/ui/list/empty-state.tsx';
import { LoadFailure } from '#app/ui/feedback/load-failure.tsx';
import { pageMeta } from '#app/ui/frame/page-meta.ts';
import { Spinner } from '#app/ui/feedback/spinner.tsx';
import { useSlow } from '#app/ui/feedback/use-slow.ts';
import type { Skin } from '#shop/catalog/catalog.ts';
import { listProducts } from '#shop/products/list-products.ts';
import { loadScreen } from '../../load-screen.ts';
import type { Route } from './+types/products';
import { DeleteProductDialog } from './delete-product-dialog.tsx';
import { ProductCard } from './product-card.tsx';
import { ProductDialog } from './product-dialog.tsx';
import { requireStaff } from '../require-staff.ts';
import type { ShownProduct } from './shown-product.ts';
import { useProductDialog } from './use-product-dialog.ts';

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
    return { products };
  });
}

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

export default function AdminProducts({ loaderData }: Route.ComponentProps) {
  const isLoading = useSlow(useNavigation().location?.pathname === '/admin/produtos');
  const dialog = useProductDialog();
  const { opened } = dialog;
  // The store must show the change to the clerk who goes there next.
  useEffect(() => doubtIndex, []);
  return (
    <section aria-labelledby="products-title" className="pt-5">
      <div className="flex flex-wrap items-center justify-between gap-3">
        <h2 id="products-title" className="text-lg">
          Produtos
        </h2>
        <Button data-product="new" onClick={() => dialog.show({ kind: 'new' })}>
          <Plus aria-hidden="true" className="size-[18px]" />
          Novo Produto
        </Button>
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
                onEdit={() => dialog.show({ kind: 'edit', product })}
                onDelete={() => dialog.show({ kind: 'delete', product })}
              />
            </li>
          ))}
        </ul>
      )}
      {(opened?.kind === 'new' || opened?.kind === 'edit') && (
        <ProductDialog {...dialog} product={opened.kind === 'edit' ? opened.product : null} />
      )}
      {opened?.kind === 'delete' && <DeleteProductDialog {...dialog} product={opened.product} />}
    </section>
  );
}
