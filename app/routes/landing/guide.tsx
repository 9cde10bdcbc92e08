const STEPS = [
  { title: 'Crie sua conta', text: 'Só email, senha e um nome de exibição. Leva menos de um minuto.' },
  {
    title: 'Compre qualquer skin',
    text: 'Um preço só para todas. O pagamento é por PIX, direto do seu banco.',
  },
  { title: 'Baixe o aplicativo', text: 'O modificador fica na sua área de cliente, pronto para baixar.' },
  { title: 'Selecione a skin', text: 'Abra o aplicativo, marque a skin comprada e entre na partida.' },
];

export function Guide() {
  return (
    <section aria-labelledby="guide-title" className="gutter mx-auto max-w-[1600px] pt-14 lg:pt-20">
      <h2 id="guide-title" className="text-xl sm:text-2xl">
        Como funciona
      </h2>
      <ol className="mt-8 grid gap-x-8 gap-y-7 sm:grid-cols-2 lg:grid-cols-4">
        {STEPS.map(({ title, text }, index) => (
          <li key={title} className="border-t border-line pt-5">
            <p aria-hidden="true" className="font-heading text-lg font-bold text-accent tabular-nums">
              {index + 1}
            </p>
            <h3 className="mt-2 text-base">{title}</h3>
            <p className="mt-1.5 max-w-[38ch] text-muted">{text}</p>
          </li>
        ))}
      </ol>
    </section>
  );
}
