import type {
  askRequest,
  confirmRequest,
  refuseRequest,
  showRequest,
} from '../requests/request-operations.ts';
import type { Sentences } from './sentences.ts';

export const REQUEST_REFUSALS = {
  unknown_operation: {
    at: 'operation',
    says: 'Esta operação não existe, ou não precisa de uma pessoa para confirmar.',
  },
  bad_input: { at: 'input', says: 'A loja não faria isso como foi pedido.' },
  too_many: 'Há pedidos demais desta chave à espera de uma pessoa.',
  not_found: 'Este pedido não existe mais.',
  not_yours: 'Seu papel na equipe não permite decidir isso.',
  over: 'Este pedido já foi decidido ou venceu.',
  not_done: 'A loja recusou o que foi pedido.',
} satisfies Sentences<typeof askRequest> &
  Sentences<typeof showRequest> &
  Sentences<typeof confirmRequest> &
  Sentences<typeof refuseRequest>;
