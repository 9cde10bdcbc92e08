/** nodemailer names what went wrong by its codes. For staff, without any secret. */
export function explainMailError({ code = '' }: NodeJS.ErrnoException): string {
  switch (code) {
    case 'EAUTH':
      return 'O servidor de e-mail recusou o usuário ou a senha de SMTP_URL.';
    case 'EENVELOPE':
      return 'O servidor de e-mail recusou um dos endereços de quem recebe, ou o remetente.';
    case 'ECONNECTION':
    case 'ECONNREFUSED':
    case 'EDNS':
    case 'ESOCKET':
    case 'ETIMEDOUT':
    case 'ETLS':
      return 'A loja não conseguiu falar com o servidor de e-mail de SMTP_URL.';
    default:
      return 'O servidor de e-mail não aceitou a mensagem.';
  }
}
