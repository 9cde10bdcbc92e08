/** React Router throws the redirect of a server action; that is where a form has succeeded. */
export async function runServerAction<Result>(
  serverAction: () => Promise<Result>,
  onRedirect: (location: string) => void,
): Promise<Result> {
  try {
    return await serverAction();
  } catch (thrown) {
    const location = thrown instanceof Response ? thrown.headers.get('Location') : null;
    if (location !== null) onRedirect(location);
    throw thrown;
  }
}
