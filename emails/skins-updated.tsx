import type { UpdatedSkin } from '#shop/delivery/patch/list-updated-skins.ts';
import type { MailBrand } from './mail-layout.tsx';
import { renderMail, type MailContent } from './render-mail.tsx';
import { skinLinks } from './skin-links.tsx';
import { greet } from './strip-links.ts';

/** After a patch of the game, everything of one person that has a new file; or what was broken and is mended. */
export function skinsUpdatedMail(mail: {
  brand: MailBrand;
  customerName: string;
  skins: UpdatedSkin[];
}): MailContent {
  const { brand } = mail;
  const isOne = mail.skins.length === 1;
  const isMended = mail.skins.some(({ mended }) => mended);
  const title = isMended
    ? 'Link consertado: baixe de novo'
    : isOne
      ? 'Skin atualizada: baixe de novo'
      : 'Skins atualizadas: baixe de novo';
  const skins = mail.skins.map((skin) => ({
    ...skin,
    link: `${brand.url}/dashboard/download-skin/${skin.entryId}`,
  }));
  const patched = `O jogo recebeu um patch e ${
    isOne ? 'o arquivo da sua skin foi atualizado' : 'os arquivos das suas skins foram atualizados'
  }. Baixe de novo para continuar usando:`;
  const mended = `O link de ${mail.skins[0]?.skinName} não funcionava e foi consertado. Se o seu download falhou, ou se você ainda não baixou, use este:`;
  const collection = `${brand.url}/dashboard/colecao`;
  return renderMail(brand, {
    subject: `${title} na ${brand.name}`,
    title,
    preview: skins.map(({ skinName }) => skinName).join(', '),
    parts: [
      `${greet(mail.customerName)} ${isMended ? mended : patched}`,
      skinLinks(skins),
      { button: 'Ver minha coleção', href: collection, text: null },
      ['Os links abrem com a sua conta da loja.', { html: null, text: `Sua coleção: ${collection}` }],
    ],
  });
}
