import { useBrand } from './brand.tsx';

/** What stands at the end of every page of the shop: who sells, and that nobody else vouches for it. */
export function LegalNotice() {
  const { name, seller } = useBrand();
  return (
    <>
      {seller && <p className="mt-6 max-w-[68ch] text-xs break-words text-muted">{seller}</p>}
      {/* The wording that the data source's policy asks for, in Portuguese. */}
      <p className="mt-6 max-w-[68ch] text-xs text-muted">
        {name} é uma loja independente, sem vínculo com a Riot Games. Ela não é endossada pela Riot Games e
        não reflete as visões ou opiniões da Riot Games nem de qualquer pessoa oficialmente envolvida na
        produção ou no gerenciamento das propriedades da Riot Games. Riot Games e todas as propriedades
        associadas são marcas comerciais ou marcas registradas da Riot Games, Inc.
      </p>
    </>
  );
}
