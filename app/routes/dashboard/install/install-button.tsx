import { useState } from 'react';
import { Button } from '#app/ui/form/button.tsx';
import { LinkButton } from '#app/ui/form/link-button.tsx';
import { OperationForm, SubmitButton } from '#app/ui/form/operation-form.tsx';

export interface Installable {
  entryId: string;
  skinName: string;
  /** The program that a press opens. */
  installer: string;
  /** Such a program runs on a computer. */
  isPhone: boolean;
  /** On a page of its own. */
  isMain?: boolean;
}

/** One press opens the installer; whoever sees nothing is led on by 'Abriu?'. */
export function InstallButton({ entryId, skinName, installer, isPhone, isMain = false }: Installable) {
  const [isAsking, setAsking] = useState(false);
  const page = `/dashboard/instalar/${entryId}`;
  const which = <span className="sr-only"> {skinName}</span>;
  if (isPhone) {
    return (
      <LinkButton to={page} prefetch="none" variant="outline" className="mt-2 px-2!">
        Abra no computador{which}
      </LinkButton>
    );
  }
  return (
    <div className={`grid gap-2 ${isMain ? 'mt-6 sm:max-w-xs' : 'mt-2'}`}>
      <OperationForm
        does="collection.install"
        action={page}
        fixed={{ collectionId: entryId }}
        failed="Erro ao instalar"
        about="download"
        onDone={(made) => {
          const { href } = made as { href: string | null };
          if (href === null) return;
          location.assign(href);
          setAsking(true);
        }}
        className="grid"
      >
        <SubmitButton variant={isMain ? 'accent' : 'outline'} className="px-2!">
          {`Instalar no ${installer}`}
          {which}
        </SubmitButton>
      </OperationForm>
      {isAsking && (
        <div role="group" aria-label={`Abriu? ${skinName}`} className="grid grid-cols-2 gap-2">
          <p role="status" className="col-span-2 text-center text-xs text-muted">
            Abriu?
          </p>
          <Button variant="outline" className="px-2!" onClick={() => setAsking(false)}>
            Sim{which}
          </Button>
          <LinkButton to={`${page}#nao-abriu`} prefetch="none" variant="outline" className="px-2!">
            Não{which}
          </LinkButton>
        </div>
      )}
    </div>
  );
}
