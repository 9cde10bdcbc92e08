/** What the next screen of signing in needs in its address to lead back to where its visitor came from; may be empty. */
export function returnSearch(params: URLSearchParams): string {
  const back = params.get('voltar');
  return back ? `?${new URLSearchParams({ voltar: back })}` : '';
}
