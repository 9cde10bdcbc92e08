import { RETENTION } from '#shop/retention/retention.ts';

/**
 * The text of /privacidade until staff write their own. It says what this software does, and nothing about
 * the law: what only the owner knows stands in square brackets.
 */
export const FIRST_PRIVACY_TEXT = `
Esta página diz quais dados a {loja} guarda sobre você, para quê, por quanto tempo e o que você pode fazer com eles.

## Quem é responsável

{vendedor}

## O que guardamos quando você cria uma conta

- Seu e-mail, seu nome de exibição e, se você enviar, as imagens do seu perfil e dos seus atendimentos.
- Sua senha, de uma forma que nem a loja consegue ler.
- As sessões abertas: quando começaram, o endereço de rede e o tipo de aparelho. Assim você vê onde está conectado e pode encerrar.
- Se você ligar a verificação em duas etapas, o segredo dela, criptografado.
- A sua lista de desejos e, se você mostrar a sua coleção, o endereço e o nome que você escolheu para ela.
- Se você ligar os avisos em um aparelho, o endereço que o navegador dele nos dá para isso.

## O que guardamos quando você compra

- Nome, e-mail, celular e CPF ou CNPJ de quem paga. O banco exige esses dados para emitir o PIX. O CPF ou CNPJ fica criptografado.
- As skins, os valores, as datas, o cupom e os códigos do pagamento.
- A prova de que a skin foi entregue: quando o link foi enviado, quando a página foi aberta e quando o arquivo foi baixado, com parte do endereço de rede e o tipo de aparelho.
- As mensagens que você troca com a equipe, e se uma skin que você baixou funcionou.
- Se a equipe trocar o e-mail da sua conta a seu pedido, o endereço de antes, o de depois e como você mostrou que a conta é sua.
- Se for um presente, o e-mail de quem recebe e a sua mensagem. A pessoa lê a mensagem e o seu primeiro nome.
- As avaliações que você escreve sobre as suas skins, que na loja aparecem com a primeira palavra do seu nome de exibição, e quais skins já pedimos por e-mail para você avaliar.

## Com quem os dados são compartilhados

- Com o provedor de pagamento, que recebe nome, e-mail, celular, CPF ou CNPJ e valor para emitir a cobrança. [Informe aqui qual é o seu provedor de pagamento.]
- Com o serviço que envia os e-mails da loja e com o servidor em que ela está hospedada. [Informe aqui quais são eles e em que país ficam.]
- Com quem abre a página da sua coleção, se você a mostrar: a pessoa vê as suas skins e o nome que você escolheu, e nada mais.
- Com quem paga por você, se você compartilhar o endereço de pagamento de um pedido: a pessoa vê as skins, o valor e o seu primeiro nome.
- Com o serviço de avisos do seu navegador, se você ligar os avisos: ele recebe cada aviso cifrado, e só o seu aparelho o abre.
- Com mais ninguém. A loja não mostra anúncios e não usa ferramentas de rastreamento de terceiros.

Os links de algumas skins e o vídeo do tutorial podem abrir endereços de outros sites. O vídeo só carrega quando você o inicia.

## Cookies e o que fica no seu navegador

A loja usa só os cookies de que precisa para funcionar: o da sua sessão e os que lembram como você deixou a tela. O carrinho e, até você entrar na conta, os seus desejos ficam guardados no seu próprio navegador.

## Por quanto tempo

- Conta, coleção e imagens: até você excluir a conta.
- Avisos em um aparelho: até você desligar ou encerrar a sessão dele.
- Pedidos pagos e o dinheiro deles: ficam nos livros da loja. Se você excluir a conta, os pedidos ficam sem o seu nome; o fechamento de um mês, que é da contabilidade, fica como foi feito, com nome e CPF ou CNPJ.
- Pedidos nunca pagos: perdem nome, e-mail, celular e CPF ou CNPJ ${RETENTION.unpaidOrders.days} dias depois de cancelados.
- Prova de entrega: ${RETENTION.deliveries.days} dias, ou até o fim de uma contestação aberta.
- E-mail de quem recebe um presente, e a mensagem: ${RETENTION.gifts.days} dias depois de aberto, devolvido ou guardado por quem comprou.
- Troca de e-mail pela equipe: ${RETENTION.rescues.days} dias depois de terminada.
- Mensagens: ${Math.round(RETENTION.messages.days / 365)} anos.
- Avaliações: até você apagar a avaliação, devolver a skin ou excluir a conta.
- Cópias de segurança: [informe aqui por quanto tempo você guarda as cópias].

## O que você pode fazer

- Ver e baixar tudo o que guardamos sobre você, em ‘Meus dados’, dentro da sua conta.
- Corrigir o seu nome de exibição no perfil.
- Excluir a sua conta no perfil. Enquanto houver um pedido pago sem entrega ou dinheiro a devolver, a loja pede que você espere.
- Pedir qualquer outra coisa sobre os seus dados pelo e-mail {suporte}.

## Mudanças neste texto

Se a forma de tratar os dados mudar, este texto muda também. [Informe aqui a data da última mudança.]
`;
