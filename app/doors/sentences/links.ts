import type { replaceLink } from '#shop/delivery/replace-link.ts';
import type { sendLinks } from '#shop/delivery/send-links.ts';
import type { Sentences } from './sentences.ts';

const not_found = 'Pedido não encontrado.';

export const SEND_LINKS_REFUSALS = {
  not_found,
  already_completed: 'este pedido já foi concluído',
  not_payable_state: 'Este pedido não está aguardando envio.',
  being_refunded: 'Este pedido está sendo reembolsado.',
  payment_under_review: 'O pagamento deste pedido está em dúvida. Decida em Atenção antes de enviar.',
  missing_links: 'Falta o link de pelo menos uma skin.',
  unknown_item: 'Um dos itens não é deste pedido.',
  invalid_link: 'Use links completos, começando com https://',
  withheld_file: 'A loja achou algo num destes arquivos: alguém precisa olhar antes, em Arquivos.',
} satisfies Sentences<typeof sendLinks>;

export const REPLACE_LINK_REFUSALS = {
  not_found,
  not_completed: 'Este pedido ainda não foi concluído.',
  refunded: 'O valor volta para quem pagou.',
  delivered_as_key:
    'Este item foi entregue como chave, que fica com quem comprou. Se ela não funciona, reembolse o item.',
  invalid_link: 'Use um link completo, começando com https://',
} satisfies Sentences<typeof replaceLink>;
