import { Spinner } from '#app/ui/feedback/spinner.tsx';

/** While the server looks up whether this person may enter. */
export function AdminPending() {
  return (
    <p role="status" className="flex items-center justify-center gap-3 py-32 text-muted">
      <Spinner className="size-5" />
      Verificando permissões...
    </p>
  );
}
