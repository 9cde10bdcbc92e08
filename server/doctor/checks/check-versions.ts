import { ok, warning, type Check } from '../check.ts';

/** The program that runs is the one that lies here. */
export const checkVersions: Check = {
  name: 'versions',
  title: 'Versões',
  async examine(place) {
    const told = await place.running();
    const here = `Fulgor ${place.version}, Node ${process.versions.node}`;
    if (told !== null && told.version !== place.version)
      return warning(
        `No ar está o Fulgor ${told.version}, e nesta pasta está o ${place.version}.`,
        'Inicie a loja de novo para que a versão nova passe a atender.',
      );
    return ok(`${here}.`);
  },
};
