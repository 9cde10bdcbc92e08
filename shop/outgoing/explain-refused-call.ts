import type { OutgoingRefusal } from './outgoing-call.ts';

const SENTENCES: Record<OutgoingRefusal, string> = {
  bad_address: 'O endereço precisa ser completo, começar com https:// e não levar usuário nem senha.',
  refused_address:
    'O endereço leva a uma rede interna ou é escrito em números. A loja só chama endereços públicos, pelo nome.',
  unknown_host: 'O nome desse endereço não existe na internet. Confira se foi copiado inteiro.',
  unreachable: 'Ninguém respondeu nesse endereço: a conexão foi recusada ou caiu.',
  bad_certificate: 'O certificado de segurança desse endereço não é válido.',
  refused_redirect: 'O endereço redireciona para outro que a loja não segue.',
  too_many_redirects: 'O endereço redireciona vezes demais.',
  too_large: 'A resposta desse endereço é grande demais.',
  timeout: 'O endereço não respondeu em dez segundos.',
};

/** What staff read when an address that they entered could not be called. */
export function explainRefusedCall(reason: OutgoingRefusal): string {
  return SENTENCES[reason];
}
