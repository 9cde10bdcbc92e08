export interface Testimonial {
  name: string;
  /** The lane they play, as players call it. */
  lane: string;
  text: string;
}

/** Fifteen fixed entries, each with five stars (spec sections 1 and 9). */
export const TESTIMONIALS: Testimonial[] = [
  {
    name: 'Rafael',
    lane: 'jungle',
    text: 'Paguei no intervalo do almoço e antes de voltar o link já estava lá.',
  },
  {
    name: 'Camila',
    lane: 'suporte',
    text: 'Queria uma skin antiga que nunca mais voltou. Achei aqui por quinze reais.',
  },
  {
    name: 'Diego',
    lane: 'mid',
    text: 'Voz, efeitos, tudo igual ao original. Parece que a skin sempre foi do jogo.',
  },
  {
    name: 'Bianca',
    lane: 'atiradora',
    text: 'Fiquei com medo de instalar, mas o passo a passo é bem claro. Dez minutos e pronto.',
  },
  {
    name: 'Thiago',
    lane: 'top',
    text: 'Errei a pasta na primeira vez, o suporte respondeu e resolveu no mesmo dia.',
  },
  {
    name: 'Larissa',
    lane: 'mid',
    text: 'Preço único é o melhor. Não preciso ficar fazendo conta de pacote de moeda.',
  },
  {
    name: 'Vinícius',
    lane: 'jungle',
    text: 'Já comprei quatro. As quatro chegaram por e-mail e estão salvas na minha coleção.',
  },
  {
    name: 'Jéssica',
    lane: 'suporte',
    text: 'Jogo no notebook fraquinho e não caiu o FPS. Era o que eu queria saber.',
  },
  {
    name: 'Matheus',
    lane: 'atirador',
    text: 'PIX caiu na hora. Demorou mais eu escolher a skin do que ela chegar.',
  },
  {
    name: 'Natália',
    lane: 'top',
    text: 'Meu irmão viu na minha tela e no dia seguinte já estava comprando a dele.',
  },
  { name: 'Gustavo', lane: 'mid', text: 'Funciona no ARAM e nas ranqueadas, testei nos dois.' },
  {
    name: 'Priscila',
    lane: 'jungle',
    text: 'O jogo atualizou, peguei a versão nova da skin e segui jogando.',
  },
  {
    name: 'Anderson',
    lane: 'suporte',
    text: 'Site direto ao ponto: procura o campeão, paga, baixa. Sem enrolação.',
  },
  {
    name: 'Letícia',
    lane: 'atiradora',
    text: 'Só eu vejo, mas sou eu que olho para o meu campeão a partida inteira.',
  },
  {
    name: 'Caio',
    lane: 'top',
    text: 'Comprei numa sexta à noite achando que ia chegar no sábado. Chegou em doze minutos.',
  },
];
