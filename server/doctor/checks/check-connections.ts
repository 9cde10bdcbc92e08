import { findUnencryptedConnections } from '../../config/find-unencrypted-connections.ts';
import { ok, warning, type Check } from '../check.ts';

export const checkConnections: Check = {
  name: 'connections',
  title: 'Criptografia',
  examine({ env }) {
    const found = findUnencryptedConnections(env);
    return Promise.resolve(
      found.length === 0
        ? ok('Nenhuma conexão da loja sai desta máquina às claras.')
        : warning(
            found.map(({ sentence }) => sentence).join(' '),
            'Corrija cada variável nomeada, a não ser que uma rede privada proteja a conexão.',
          ),
    );
  },
};
