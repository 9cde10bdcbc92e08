import { describeCatalogContract } from '../contract-suite.ts';
import { file } from './provider.ts';

const GOOD = `group;name;id;price;rarity
Espadas;Espada de gelo;espada-1;19,90;rara
Espadas;Espada de fogo;espada-2;;
Escudos;"Escudo ""do"" norte; o velho";escudo.1;1.500,00;lendária
`;

describeCatalogContract('a file', async () => {
  let content = GOOD;
  return {
    version: () => file.version(Buffer.from(content)),
    read: () => file.read(Buffer.from(content)),
    skuOf: (_, itemId) => `file:armas:${itemId}`,
    offered: { groups: 2, items: 3 },
    change: () => void (content = content.replace('gelo', 'neve')),
    breaks: {
      empty: () => void (content = ''),
      'a row without a name': () => void (content += 'Espadas;;espada-3;;\n'),
      'an id twice': () => void (content += 'Espadas;Outra;espada-1;;\n'),
      'a price that is none': () => void (content += 'Espadas;Outra;espada-4;grátis;\n'),
      'a quote without its pair': () => void (content += 'Espadas;"Outra;espada-5;;\n'),
    },
    close: async () => undefined,
  };
});
