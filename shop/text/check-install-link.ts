/** The programs that a page may open, by the scheme that they listen to. No other scheme leaves the shop. */
const INSTALLERS: Readonly<Record<string, string>> = { ltk: 'LTK Manager' };

/** What the program behind a link is called. null: the link may not be used. */
export function readInstaller(link: string): string | null {
  const [, scheme = ''] = /^([a-z]+):\/\/[\x21-\x7e]+$/.exec(link) ?? [];
  // Besides the three that are filled in there are no braces.
  const isFilled = link.includes('{url}') && !/[{}]/.test(link.replaceAll(/\{(?:url|name|brand)\}/g, ''));
  return isFilled && Object.hasOwn(INSTALLERS, scheme) ? INSTALLERS[scheme]! : null;
}

export function fillInstallLink(
  link: string,
  values: Readonly<Record<'url' | 'name' | 'brand', string>>,
): string {
  return link.replaceAll(/\{(url|name|brand)\}/g, (_, name: keyof typeof values) =>
    encodeURIComponent(values[name].toWellFormed()),
  );
}
