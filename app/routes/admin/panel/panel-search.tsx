import { useNavigation } from 'react-router';
import { useSlow } from '#app/ui/feedback/use-slow.ts';
import { SearchForm } from '#app/ui/form/search-form.tsx';

/** The search of a screen whose list stands at `?q=`. */
export function PanelSearch({
  path,
  ...form
}: {
  path: string;
  name: string;
  query: string;
  label: string;
  placeholder: string;
}) {
  const isSearching = useSlow(useNavigation().location?.pathname === path);
  return (
    <SearchForm
      {...form}
      action={path}
      pathTo={(typed) => (typed.get('q') ? `${path}?${typed}` : path)}
      isSearching={isSearching}
      className="sm:w-96"
    />
  );
}
