import { confirmRequest, refuseRequest } from './requests/request-operations.ts';
import { REQUEST_REFUSALS } from './sentences/requests.ts';
import { createKey, endKey } from '#shop/programs/change-keys.ts';
import {
  changeWebhook,
  createWebhook,
  deleteWebhook,
  rotateWebhook,
} from '#shop/programs/webhooks/change-webhooks.ts';
import { pingWebhook, resendDelivery, resendSince } from '#shop/programs/webhooks/deliveries.ts';
import { KEY_REFUSALS } from './sentences/programs.ts';
import { DELIVERY_REFUSALS, WEBHOOK_REFUSALS } from './sentences/webhooks.ts';
import { askRescue } from '#shop/accounts/rescue/ask-rescue.ts';
import { cancelRescue } from '#shop/accounts/rescue/cancel-rescue.ts';
import { removeMember, setRole } from '#shop/accounts/staff/change-team.ts';
import { tryChannel } from '#shop/alerts/test-channel.ts';
import { startImport } from '#shop/catalog/import/start-import.ts';
import { savePublicCollection } from '#shop/collection/public/save-public-collection.ts';
import { releaseAccount } from '#shop/disputes/release-account.ts';
import { chooseSources } from '#shop/file-catalogs/choose-sources.ts';
import { deleteCatalog } from '#shop/file-catalogs/delete-catalog.ts';
import { describeCatalog } from '#shop/file-catalogs/describe-catalog.ts';
import { publishCatalog } from '#shop/file-catalogs/publish-catalog.ts';
import { decideGivenUp } from '#shop/given-up/decide-given-up.ts';
import { closeFeed, openFeed } from '#shop/delivery/feed/change-feed.ts';
import { mailCollection } from '#shop/delivery/install/mail-collection.ts';
import { makeInstallAddress } from '#shop/delivery/install/make-install-address.ts';
import { deliverAtDesk } from '#shop/delivery/desk/deliver-at-desk.ts';
import { undoDelivery } from '#shop/delivery/desk/undo-delivery.ts';
import { replaceLink } from '#shop/delivery/replace-link.ts';
import { sendLinks } from '#shop/delivery/send-links.ts';
import { checkKnownFiles } from '#shop/delivery/files/check-known-files.ts';
import { markMessage } from '#shop/messages/mark-message.ts';
import { acceptFile } from '#shop/delivery/examining/accept-file.ts';
import { markBroken } from '#shop/delivery/files/mark-broken.ts';
import { saveSkinFile } from '#shop/delivery/files/save-skin-file.ts';
import { examineHealth } from '#shop/health/examine-health.ts';
import { sendTestMail } from '#shop/health/send-test-mail.ts';
import { addKeys } from '#shop/delivery/keys/add-keys.ts';
import { releaseKeys } from '#shop/delivery/keys/release-keys.ts';
import { removeKeys } from '#shop/delivery/keys/remove-keys.ts';
import { chooseColumns, matchNames } from '#shop/moving/change-import.ts';
import { runImport } from '#shop/moving/run-import.ts';
import { undoImport } from '#shop/moving/undo-import.ts';
import { runPatch } from '#shop/delivery/patch/run-patch.ts';
import { dismissDraft } from '#shop/delivery/patch/patch-draft.ts';
import { endPreorder, savePreorder } from '#shop/preorders/change-preorders.ts';
import { createCoupon, updateCoupon } from '#shop/pricing/save-coupon.ts';
import { deleteProduct } from '#shop/products/delete-product.ts';
import { createProduct, updateProduct } from '#shop/products/save-product.ts';
import { deleteReview } from '#shop/reviews/delete-review.ts';
import { cancelOrder } from '#shop/orders/cancel-order.ts';
import { declineWithdrawal } from '#shop/orders/decline-withdrawal.ts';
import { deliverKnown } from '#shop/orders/deliver-known.ts';
import { placeManualOrder } from '#shop/orders/place-manual-order.ts';
import { deleteView } from '#shop/orders/views/delete-view.ts';
import { saveView } from '#shop/orders/views/save-view.ts';
import { pauseProvider, raiseProvider, resumeProvider } from '#shop/payments/providers/arrange-providers.ts';
import { acceptHeldPayment } from '#shop/payments/money/accept-held-payment.ts';
import { handleChargeback, handleDoubt } from '#shop/payments/money/handle-trouble.ts';
import { settleHeldPayment } from '#shop/payments/money/settle-held-payment.ts';
import { closeRefund } from '#shop/refunds/close-refund.ts';
import { refundOrder } from '#shop/refunds/refund-order.ts';
import { sendDueRefund } from '#shop/refunds/send-due-refund.ts';
import { hideReview, showReview } from '#shop/reviews/hide-review.ts';
import { saveReview } from '#shop/reviews/save-review.ts';
import { answerTicket } from '#shop/tickets/answer-ticket.ts';
import { createReadyAnswer, deleteReadyAnswer, updateReadyAnswer } from '#shop/tickets/ready-answers.ts';
import { setTicketState } from '#shop/tickets/set-ticket-state.ts';
import { saveChapter } from '#shop/chapters/save-chapter.ts';
import { closeMonth } from '#shop/ledger/closings/close-month.ts';
import { checkDifference, settleDifference } from '#shop/ledger/reconciliation/settle-difference.ts';
import { call, type Call } from './call.ts';
import { CATALOG_REFUSALS } from './sentences/catalogs.ts';
import {
  INSTALL_REFUSALS,
  MAIL_COLLECTION_REFUSALS,
  PUBLIC_COLLECTION_REFUSALS,
} from './sentences/collection.ts';
import { COUPON_REFUSALS } from './sentences/coupons.ts';
import {
  DESK_REFUSALS,
  DRAFT_REFUSALS,
  FILE_REFUSALS,
  PATCH_REFUSALS,
  PREORDER_REFUSALS,
} from './sentences/files.ts';
import { IMPORT_REFUSALS, UNDO_IMPORT_REFUSALS } from './sentences/imports.ts';
import { STOCK_REFUSALS } from './sentences/keys.ts';
import { CLOSING_REFUSALS, DIFFERENCE_REFUSALS } from './sentences/ledger.ts';
import { PROVIDER_REFUSALS } from './sentences/providers.ts';
import { REPLACE_LINK_REFUSALS, SEND_LINKS_REFUSALS } from './sentences/links.ts';
import {
  CHARGE_REFUSALS,
  DECLINE_WITHDRAWAL_REFUSALS,
  GIVEN_UP_REFUSALS,
  REFUND_FORM_REFUSALS,
  REFUND_REFUSALS,
  RELEASE_REFUSALS,
} from './sentences/money.ts';
import { CANCEL_ORDER_REFUSALS, MANUAL_ORDER_REFUSALS, VIEW_REFUSALS } from './sentences/orders.ts';
import { PRODUCT_REFUSALS } from './sentences/products.ts';
import { ASK_RESCUE_REFUSALS, CANCEL_RESCUE_REFUSALS } from './sentences/rescues.ts';
import { DELETE_REVIEW_REFUSALS, HIDE_REVIEW_REFUSALS, REVIEW_REFUSALS } from './sentences/reviews.ts';
import { TEAM_REFUSALS } from './sentences/team.ts';
import { READY_ANSWER_REFUSALS, TICKET_REFUSALS, TICKET_STATE_REFUSALS } from './sentences/tickets.ts';

/** What waits for a person, on its list and on the page of its order. */
const ATTENTION = [
  call(acceptHeldPayment, CHARGE_REFUSALS),
  call(settleHeldPayment, CHARGE_REFUSALS),
  call(handleChargeback, CHARGE_REFUSALS),
  call(handleDoubt, CHARGE_REFUSALS),
  call(sendDueRefund, REFUND_REFUSALS),
  call(closeRefund, REFUND_REFUSALS),
  call(declineWithdrawal, DECLINE_WITHDRAWAL_REFUSALS),
];

/** The links of an order, on the list and on the page of the order. */
const LINKS = [
  call(sendLinks, SEND_LINKS_REFUSALS),
  call(replaceLink, {
    ...REPLACE_LINK_REFUSALS,
    invalid_link: { at: 'link', says: REPLACE_LINK_REFUSALS.invalid_link },
  }),
];

/** The screens whose `action` is `answerForm`, with what their forms do. */
export const FORMS: Readonly<Record<string, readonly Call[]>> = {
  '/loja/skin/:championId/:skinNum': [
    call(saveReview, {
      ...REVIEW_REFUSALS,
      not_owned: 'Só quem tem esta skin na coleção pode avaliar.',
    }),
    call(deleteReview, DELETE_REVIEW_REFUSALS),
  ],
  '/admin/procura': [call(savePreorder, PREORDER_REFUSALS), call(endPreorder, PREORDER_REFUSALS)],
  '/admin/programas': [
    call(createKey, KEY_REFUSALS),
    call(endKey, KEY_REFUSALS),
    call(createWebhook, WEBHOOK_REFUSALS),
  ],
  '/admin/programas/webhooks/:hookId': [
    call(changeWebhook, WEBHOOK_REFUSALS),
    call(deleteWebhook, WEBHOOK_REFUSALS),
    call(rotateWebhook, WEBHOOK_REFUSALS),
    call(pingWebhook, WEBHOOK_REFUSALS),
    call(resendSince, WEBHOOK_REFUSALS),
    call(resendDelivery, DELIVERY_REFUSALS),
  ],
  '/admin/pedidos-de-assistente': [
    call(confirmRequest, REQUEST_REFUSALS),
    call(refuseRequest, REQUEST_REFUSALS),
  ],
  '/admin/provedores': [
    call(pauseProvider, PROVIDER_REFUSALS),
    call(resumeProvider, PROVIDER_REFUSALS),
    call(raiseProvider, PROVIDER_REFUSALS),
  ],
  '/admin/conferencia': [call(closeMonth, CLOSING_REFUSALS)],
  '/admin/atendimento/:id': [
    call(answerTicket, TICKET_REFUSALS),
    call(setTicketState, TICKET_STATE_REFUSALS),
  ],
  '/admin/atendimento/respostas': [
    call(createReadyAnswer, READY_ANSWER_REFUSALS),
    call(updateReadyAnswer, READY_ANSWER_REFUSALS),
    call(deleteReadyAnswer, {}),
  ],
  '/admin/mensagens': [
    call(markMessage, { not_found: 'Esta mensagem foi apagada com a conta de quem a escreveu.' }),
  ],
  '/admin': [
    call(saveView, { ...VIEW_REFUSALS, not_kept: VIEW_REFUSALS.not_kept.says }),
    call(deleteView, VIEW_REFUSALS),
    call(placeManualOrder, MANUAL_ORDER_REFUSALS),
    call(deliverKnown, { invalid: 'Marque pelo menos um pedido.' }),
    ...LINKS,
  ],
  '/admin/atencao': [
    ...ATTENTION,
    call(decideGivenUp, GIVEN_UP_REFUSALS),
    call(releaseAccount, RELEASE_REFUSALS),
    call(settleDifference, DIFFERENCE_REFUSALS),
    call(checkDifference, DIFFERENCE_REFUSALS),
  ],
  '/admin/pedidos/:id': [
    ...ATTENTION,
    ...LINKS,
    call(refundOrder, REFUND_FORM_REFUSALS),
    call(cancelOrder, { ...CANCEL_ORDER_REFUSALS, invalid: '' }),
  ],
  '/admin/avaliacoes': [call(hideReview, HIDE_REVIEW_REFUSALS), call(showReview, HIDE_REVIEW_REFUSALS)],
  '/admin/equipe': [call(setRole, TEAM_REFUSALS), call(removeMember, TEAM_REFUSALS)],
  '/admin/emails': [call(askRescue, ASK_RESCUE_REFUSALS), call(cancelRescue, CANCEL_RESCUE_REFUSALS)],
  '/dashboard/instalar/:collectionId': [
    call(makeInstallAddress, INSTALL_REFUSALS),
    call(mailCollection, MAIL_COLLECTION_REFUSALS),
  ],
  '/dashboard/meus-dados': [call(openFeed, {}), call(closeFeed, {})],
  '/dashboard/colecao/publica': [
    call(savePublicCollection, {
      ...PUBLIC_COLLECTION_REFUSALS,
      slug_taken: `${PUBLIC_COLLECTION_REFUSALS.slug_taken} Escolha outro.`,
    }),
  ],
  '/admin/cupons': [call(createCoupon, COUPON_REFUSALS), call(updateCoupon, COUPON_REFUSALS)],
  '/admin/mesa': [call(deliverAtDesk, DESK_REFUSALS), call(undoDelivery, DESK_REFUSALS)],
  '/admin/arquivos': [
    call(saveSkinFile, FILE_REFUSALS),
    call(checkKnownFiles, FILE_REFUSALS),
    call(markBroken, FILE_REFUSALS),
    call(acceptFile, FILE_REFUSALS),
  ],
  '/admin/estoque': [
    call(addKeys, STOCK_REFUSALS),
    call(removeKeys, STOCK_REFUSALS),
    call(releaseKeys, STOCK_REFUSALS),
  ],
  '/admin/catalogo': [
    call(startImport, {}),
    call(publishCatalog, CATALOG_REFUSALS),
    call(deleteCatalog, CATALOG_REFUSALS),
    call(describeCatalog, CATALOG_REFUSALS),
    call(chooseSources, { invalid: 'Deixe ao menos um catálogo à venda.' }),
  ],
  '/admin/mudanca': [
    call(matchNames, IMPORT_REFUSALS),
    call(chooseColumns, IMPORT_REFUSALS),
    call(runImport, IMPORT_REFUSALS),
    call(undoImport, UNDO_IMPORT_REFUSALS),
  ],
  '/admin/configuracoes': [
    call(saveChapter, { invalid: 'Nada mudou: confira o que está marcado.' }),
    call(tryChannel, {}),
  ],
  '/admin/saude': [call(sendTestMail, {}), call(examineHealth, {})],
  '/admin/patch': [
    call(runPatch, PATCH_REFUSALS),
    call(dismissDraft, DRAFT_REFUSALS),
    call(saveSkinFile, FILE_REFUSALS),
  ],
  '/admin/produtos': [
    call(createProduct, {}),
    call(updateProduct, PRODUCT_REFUSALS),
    call(deleteProduct, PRODUCT_REFUSALS),
  ],
};
