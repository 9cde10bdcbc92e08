/** React Router throws the redirect of a server action; that is where a form has succeeded. */
export async function runServerAction<Result>(
  serverAction: () => Promise<Result>,
  onRedirect: () => void,
): Promise<Result> {
  try {
    return await serverAction();
  } catch (thrown) {
    if (thrown instanceof Response && thrown.headers.has('Location')) onRedirect();
    throw thrown;
  }
}
