import { describe, expect, it } from 'vitest';
import { suggestEmail } from './suggest-email.ts';

describe('a mail address that looks like a slip', () => {
  it.each([
    ['gmial.com', 'gmail.com'],
    ['gmil.com', 'gmail.com'],
    ['gmaill.com', 'gmail.com'],
    ['gnail.com', 'gmail.com'],
    ['gamil.com', 'gmail.com'],
    ['mgail.com', 'gmail.com'],
    ['gmail.con', 'gmail.com'],
    ['gmail.co', 'gmail.com'],
    ['gmail.cm', 'gmail.com'],
    ['gmail.com.br', 'gmail.com'],
    ['gmail.br', 'gmail.com'],
    ['gmail', 'gmail.com'],
    ['gmailcom', 'gmail.com'],
    ['gmail,com', 'gmail.com'],
    ['gmail..com', 'gmail.com'],
    ['gmail.com.', 'gmail.com'],
    ['gmial.con', 'gmail.com'],
    ['GMIAL.COM', 'gmail.com'],
    ['hotmial.com', 'hotmail.com'],
    ['hotmal.com', 'hotmail.com'],
    ['otmail.com', 'hotmail.com'],
    ['hormail.com.br', 'hotmail.com.br'],
    ['outlok.com', 'outlook.com'],
    ['outllok.com', 'outlook.com'],
    ['yaho.com.br', 'yahoo.com.br'],
    ['yahoo.com.bt', 'yahoo.com.br'],
    ['yahoo.br', 'yahoo.com.br'],
    ['iclod.com', 'icloud.com'],
    ['uol.con.br', 'uol.com.br'],
    ['bol.combr', 'bol.com.br'],
    ['terra.com.nr', 'terra.com.br'],
    ['empresa.con', 'empresa.com'],
    ['empresa.combr', 'empresa.com.br'],
  ])('%s was meant to be %s', (typed, meant) => {
    expect(suggestEmail(`Ana.Maria+loja@${typed}`)).toBe(`Ana.Maria+loja@${meant}`);
  });

  const PROVIDERS = `
    gmail.com googlemail.com gmx.com gmx.de mail.com email.com ymail.com rocketmail.com
    hotmail.com hotmail.com.br hotmail.com.ar hotmail.es hotmail.fr hotmail.co.uk
    outlook.com outlook.com.br outlook.pt live.com live.com.pt msn.com yahoo.com
    yahoo.com.br yahoo.com.ar yahoo.co.jp yahoo.es icloud.com me.com mac.com aol.com
    uol.com.br bol.com.br bol.com terra.com.br terra.com ig.com.br globo.com globomail.com
    r7.com oi.com.br zipmail.com.br pop.com.br sol.com.br proton.me protonmail.com pm.me
    zoho.com yandex.com hey.com fastmail.com hushmail.com tutanota.com qq.com
  `;
  const OTHERS = `
    hotmart.com gail.com.br cloud.com serra.com.br globo.com.br usp.br aluno.ifsp.edu.br
    empresa.com.br empresa.co empresa.cm loja.com.ar sp.gov.br gmail.empresa.com.br g.co
    x.ai exemplo.com fulgor.example localhost intranet açaí.com.br outback.com.br
  `;
  it.each(`${PROVIDERS}${OTHERS}`.trim().split(/\s+/))('%s is left alone', (domain) => {
    expect(suggestEmail(`nome@${domain}`)).toBeNull();
  });

  it.each(['', '@', 'nome', '@gmial.com', 'nome@', 'a@b@gmial.com', `nome@${'g'.repeat(300)}.con`])(
    '%s is no address to guess at',
    (typed) => {
      expect(suggestEmail(typed)).toBeNull();
    },
  );

  it('has nothing to say of its own suggestion', () => {
    for (const typed of ['gmial.con', 'gmail', 'empresa.con', 'yahoo.br', 'otmail.com', 'gmail.com.br,']) {
      expect(suggestEmail(suggestEmail(`nome@${typed}`) ?? 'nothing')).toBeNull();
    }
  });
});
