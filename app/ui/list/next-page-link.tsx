import { LinkButton } from '../form/link-button.tsx';

/** Opens one page more of a list that grows in place (`readPageCount`). `page`: null at the list's end. */
export function NextPageLink({
  page,
  pathTo = (pages) => `?paginas=${pages}`,
}: {
  page: number | null;
  pathTo?: (pages: number) => string;
}) {
  if (page === null) return null;
  return (
    <div className="mt-5 text-center">
      <LinkButton variant="outline" to={pathTo(page)} preventScrollReset replace>
        Carregar mais
      </LinkButton>
    </div>
  );
}
