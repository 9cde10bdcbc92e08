/** The chapters of the screen, in its order. `about`: for whom they change what. */
export const SETTING_CHAPTERS = {
  shop: {
    slug: 'loja',
    title: 'Loja',
    about:
      'Como a loja se chama, quem responde por ela e para onde ela leva: todos leem isto no site e nos e-mails.',
  },
  delivery: {
    slug: 'entrega',
    title: 'Entrega',
    about: 'O prazo que quem compra lê antes de pagar. Quem já pagou mantém o prazo que leu.',
  },
  payment: {
    slug: 'pagamento',
    title: 'Pagamento',
    about: 'Quanto custa e como o dinheiro volta. Pedidos já feitos mantêm o preço deles.',
  },
  team: {
    slug: 'equipe',
    title: 'Equipe',
    about: 'Quando há alguém para entregar: o prazo de quem pagar a partir de agora só corre neste horário.',
  },
  alerts: {
    slug: 'avisos',
    title: 'Avisos',
    about: 'Por onde a equipe fica sabendo. Quem compra não percebe nada daqui.',
  },
  look: {
    slug: 'aparencia',
    title: 'Aparência',
    about:
      'Logo, cor, cinzas, letra e cantos: o resto sai daí, no site, nos e-mails e no aplicativo instalado. Veja ao lado antes de salvar.',
  },
  texts: {
    slug: 'textos',
    title: 'Textos',
    about: 'O que todos leem em /privacidade e /termos.',
  },
} as const;

export type SettingChapter = keyof typeof SETTING_CHAPTERS;
export const CHAPTER_IDS = Object.keys(SETTING_CHAPTERS) as SettingChapter[];

export interface SettingWords {
  /** null: the panel does not offer it until the feature that reads it is there. */
  chapter: SettingChapter | null;
  label: string;
  help: string;
  /** Of a choice: each value with its name. */
  options?: Readonly<Record<string, string>>;
}

const TEXT_HELP =
  'Complete o que está entre colchetes; vazio, volta o texto que vem com a loja. Uma linha com ## no começo é um título, com - um item de lista; {loja}, {vendedor}, {suporte}, {prazo} e {devolucao} são preenchidos sozinhos.';

/** What the panel calls the settings. Apart from their table, for the browser: that one brings the library that checks values. */
export const SETTING_WORDS = {
  brandName: {
    chapter: 'shop',
    label: 'Nome da loja',
    help: 'Aparece no site, nos e-mails e na descrição do PIX.',
  },
  supportEmail: {
    chapter: 'shop',
    label: 'E-mail de suporte',
    help: 'Recebe as mensagens dos formulários e aparece para os clientes.',
  },
  flatPriceCents: {
    chapter: 'payment',
    label: 'Preço de cada skin (R$)',
    help: 'Vale para todas as skins a partir de agora. Pedidos já feitos mantêm o preço deles.',
  },
  pricesByProduct: {
    chapter: 'payment',
    label: 'Preços por produto',
    help: 'Ligado, a skin de um produto ativo custa o preço desse produto. As outras seguem o preço único.',
  },
  modifierUrl: {
    chapter: 'shop',
    label: 'Aplicativo modificador',
    help: 'Onde o cliente baixa o aplicativo. Vazio: a página diz que o link ainda não está disponível.',
  },
  tutorialVideoUrl: {
    chapter: 'shop',
    label: 'Vídeo do tutorial',
    help: 'Endereço do vídeo no YouTube ou no Vimeo, mostrado em ‘Como Utilizar’.',
  },
  socialUrl: {
    chapter: 'shop',
    label: 'Rede social',
    help: 'Vira um link no rodapé de todas as páginas.',
  },
  promiseMinutes: {
    chapter: 'delivery',
    label: 'Prazo de entrega (minutos)',
    help: 'Contado do pagamento, só dentro do horário da equipe.',
  },
  staffHours: {
    chapter: 'team',
    label: 'Horário da equipe',
    help: 'Horário de São Paulo. Fora dele, quem compra lê antes de pagar quando a entrega chega.',
  },
  alertEmails: {
    chapter: 'alerts',
    label: 'E-mails de aviso',
    help: 'Um endereço por linha. A loja avisa quando um pedido espera, atrasa ou algo não saiu.',
  },
  patchRadar: {
    chapter: 'delivery',
    label: 'Quando sai uma versão do jogo',
    help: 'O que a loja faz com os arquivos que já tem. Perguntar: um aviso em Atenção e em Patch, e nada muda até alguém marcar.',
    options: { off: 'Nada', ask: 'Perguntar', mark: 'Marcar todos em atualização' },
  },
  lowStock: {
    chapter: 'alerts',
    label: 'Avisar quando restarem poucas chaves',
    help: 'A equipe é avisada quando um produto de chaves chega a este número. 0: sem aviso.',
  },
  discordWebhook: {
    chapter: 'alerts',
    label: 'Webhook do Discord',
    help: 'Endereço criado em Integrações, no canal da equipe.',
  },
  telegramBotToken: {
    chapter: 'alerts',
    label: 'Token do bot do Telegram',
    help: 'O que o @BotFather mostrou.',
  },
  telegramChatId: {
    chapter: 'alerts',
    label: 'Conversa do Telegram',
    help: 'O número da conversa ou o @nome do canal.',
  },
  seller: {
    chapter: 'shop',
    label: 'Vendedor',
    help: 'Quem responde pela loja. Uma loja sem estes dados não está pronta para vender.',
  },
  privacyText: {
    chapter: 'texts',
    label: 'Política de privacidade',
    help: `O texto de /privacidade. ${TEXT_HELP}`,
  },
  termsText: {
    chapter: 'texts',
    label: 'Termos de uso',
    help: `O texto de /termos. ${TEXT_HELP}`,
  },
  automaticWithdrawal: {
    chapter: 'payment',
    label: 'Devolução automática',
    help: 'Ligada, quem pede a devolução antes de baixar recebe o dinheiro de volta sem esperar a equipe. Os outros pedidos de devolução aparecem em Atenção.',
  },
  brandLogo: {
    chapter: 'look',
    label: 'Logo',
    help: 'JPEG, PNG ou WebP de menos de 1 MB, de preferência com fundo transparente. Fica no lugar do losango, no topo e nos e-mails.',
  },
  brandColor: {
    chapter: 'look',
    label: 'Cor',
    help: 'A dos botões, dos preços e do que está escolhido.',
  },
  brandNeutral: {
    chapter: 'look',
    label: 'Cinzas',
    help: 'O tom do fundo, dos cartões e das linhas.',
    options: { frio: 'Frios', neutro: 'Neutros', quente: 'Quentes' },
  },
  brandTypeface: {
    chapter: 'look',
    label: 'Letra dos títulos',
    help: 'As quatro vêm com a loja: nenhum outro site fica sabendo quem visita a loja.',
    options: {
      bricolage: 'Bricolage Grotesque',
      archivo: 'Archivo',
      sora: 'Sora',
      fraunces: 'Fraunces',
    },
  },
  brandRadius: {
    chapter: 'look',
    label: 'Cantos (pixels)',
    help: '0 são cantos retos, 8 os da Fulgor, 20 os mais redondos.',
  },
  maxFileMb: {
    chapter: 'delivery',
    label: 'Tamanho máximo de um arquivo (MB)',
    help: 'Vale para os arquivos que a equipe envia.',
  },
  installLink: {
    chapter: 'delivery',
    label: 'Instalar com um toque',
    help: 'Link que abre o LTK Manager de quem comprou, como ltk://install?url={url}&name={name}&source={brand}. Vazio: sem o botão.',
  },
  // The screen of the catalogues has it.
  catalogSources: {
    chapter: null,
    label: 'Catálogos à venda',
    help: 'O que a loja mostra e vende.',
  },
  // The screen of the providers has it.
  pixGateways: {
    chapter: null,
    label: 'Provedores de PIX',
    help: 'Em que ordem a loja pede códigos, e quais estão parados.',
  },
} as const satisfies Record<string, SettingWords>;
