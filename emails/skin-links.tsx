import { FONT, MailLink, Row, SmallText, Table, TABLE } from './mail-layout.tsx';
import { nameSkin, type NamedSkin } from './order-mail.ts';
import type { MailPart } from './render-mail.tsx';

type LinkedSkin = NamedSkin & { link: string };

/** One row per skin with its link. The address is written out too, for mail programs that hide where a button leads. */
export function skinLinks(skins: LinkedSkin[]): MailPart {
  return {
    html: (
      <Table className="text" style={TABLE}>
        {skins.map((skin) => (
          <Row
            key={skin.link}
            className="line"
            style={{ padding: '12px 0', borderBottom: '1px solid #dfe1e8' }}
          >
            <strong>{skin.skinName}</strong>
            <SmallText>{skin.championName}</SmallText>
            <MailLink href={skin.link} style={{ fontFamily: FONT, fontSize: 14, wordBreak: 'break-all' }}>
              {skin.link}
            </MailLink>
          </Row>
        ))}
      </Table>
    ),
    text: skins.map((skin) => `${nameSkin(skin)}\n${skin.link}`).join('\n\n'),
  };
}
