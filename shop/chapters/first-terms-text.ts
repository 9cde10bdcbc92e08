/**
 * The text of /termos until staff write their own. It says how this shop works, and nothing about the law:
 * what only the owner knows stands in square brackets.
 */
export const FIRST_TERMS_TEXT = `
Estes termos dizem como a compra funciona na {loja}.

## Quem vende

{vendedor}

## O que é vendido

Cada skin é um arquivo digital que muda a aparência de um campeão no seu computador. A {loja} é independente e não tem vínculo com a Riot Games. O arquivo não dá acesso a contas, itens ou moedas do jogo.

[Diga aqui o que você garante sobre o uso das skins dentro do jogo, e o que não garante.]

## Conta

Para comprar é preciso criar uma conta com um e-mail que seja seu. Quem tem a senha da conta tem acesso à coleção: não a entregue a ninguém.

## Preço e pagamento

- O preço é o que aparece na tela antes de você pagar, em reais.
- O pagamento é por PIX. Cada código tem um prazo, que aparece ao lado dele; depois disso você pode gerar outro.
- Se chegar um valor diferente do total, a equipe confere e fala com você antes de entregar ou devolver.
- Um pedido que não é pago é cancelado sozinho e não custa nada.

## Entrega

A skin é entregue na sua coleção, e um e-mail avisa. O prazo de {prazo} conta a partir do pagamento, dentro do horário da equipe. Se for passar disso, você vê no pedido.

## Desistência e devolução

- Até 7 dias depois do pagamento você pode usar ‘Pedir devolução’, em Meus Pedidos, sem explicar por quê.
- {devolucao}
- Quando o valor volta, as skins do pedido saem da sua coleção.
- Um presente pode ser devolvido por quem comprou até a pessoa abrir. Depois de aberto, não.
- Devolver não é trocar: a loja não troca uma skin por outra. Só quem ganha de presente uma skin que já tem pode escolher outra no lugar, de preço igual ou menor.

## Se a skin não funcionar

Escreva pelo suporte da sua conta ou para {suporte}. A equipe confere o arquivo e, se preciso, envia outro link.

## Contato

Dúvidas sobre estes termos: {suporte}. [Informe aqui a data da última mudança.]
`;
