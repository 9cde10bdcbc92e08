import { FONT } from './mail-layout.tsx';

export interface MailSkin {
  id: string;
  skinName: string;
  championName: string;
  link: string;
}

/** One row per skin with its link. The address is written out too, for mail programs that hide where a button leads. */
export function SkinLinks({ skins }: { skins: MailSkin[] }) {
  return (
    <table
      role="presentation"
      width="100%"
      cellPadding={0}
      cellSpacing={0}
      className="text"
      style={{ margin: '0 0 16px', fontSize: 15, lineHeight: '21px', color: '#14161f' }}
    >
      <tbody>
        {skins.map((skin) => (
          <tr key={skin.id}>
            <td className="line" style={{ padding: '12px 0', borderBottom: '1px solid #dfe1e8' }}>
              <strong>{skin.skinName}</strong>
              <div className="muted" style={{ fontSize: 13, color: '#5b6170' }}>
                {skin.championName}
              </div>
              <a
                className="link"
                href={skin.link}
                style={{ fontFamily: FONT, fontSize: 14, wordBreak: 'break-all', color: '#1d57b8' }}
              >
                {skin.link}
              </a>
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
