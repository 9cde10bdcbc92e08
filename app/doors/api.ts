import { answerPayment, answerPaymentState } from '#app/endpoints/api/answer-payment.ts';
import { presentStaffOrder } from '#app/endpoints/api/present-order.ts';
import { answerPage, answerWithCursor } from '#app/endpoints/http/answer-page.ts';
import { NO_STORE } from '#app/endpoints/http/no-store.ts';
import { askRescue } from '#shop/accounts/rescue/ask-rescue.ts';
import { cancelRescue } from '#shop/accounts/rescue/cancel-rescue.ts';
import { showRescues } from '#shop/accounts/rescue/list-rescues.ts';
import { removeMember, setRole, showTeam } from '#shop/accounts/staff/change-team.ts';
import { savePublicCollection } from '#shop/collection/public/save-public-collection.ts';
import { addWish, mergeWishes, removeWish } from '#shop/collection/wishes/change-wishes.ts';
import { showWishes } from '#shop/collection/wishes/list-wishes.ts';
import { deleteCatalog } from '#shop/file-catalogs/delete-catalog.ts';
import { describeCatalog } from '#shop/file-catalogs/describe-catalog.ts';
import { listCatalogs } from '#shop/file-catalogs/list-catalogs.ts';
import { publishCatalog } from '#shop/file-catalogs/publish-catalog.ts';
import { closeFeed, openFeed, showFeed } from '#shop/delivery/feed/change-feed.ts';
import { makeInstallAddress } from '#shop/delivery/install/make-install-address.ts';
import { showOwned } from '#shop/delivery/show-owned.ts';
import { showAttention } from '#shop/attention/list-attention.ts';
import { showDisputes } from '#shop/disputes/list-disputes.ts';
import { releaseAccount } from '#shop/disputes/release-account.ts';
import { decideGivenUp } from '#shop/given-up/decide-given-up.ts';
import { tryChannel } from '#shop/alerts/test-channel.ts';
import { showAudit } from '#shop/audit/list-audit.ts';
import { chooseColumns, listImports, matchNames, showImport } from '#shop/moving/change-import.ts';
import { runImport } from '#shop/moving/run-import.ts';
import { undoImport } from '#shop/moving/undo-import.ts';
import { showNumbers } from '#shop/numbers/show-numbers.ts';
import { claimGift } from '#shop/gifts/claim-gift.ts';
import { cancelOrder, cancelOwnOrder } from '#shop/orders/cancel-order.ts';
import { createPayment } from '#shop/orders/create-payment.ts';
import { placeManualOrder } from '#shop/orders/place-manual-order.ts';
import { showAllOrders } from '#shop/orders/search/list-all-orders.ts';
import { deleteView } from '#shop/orders/views/delete-view.ts';
import { showViews } from '#shop/orders/views/list-views.ts';
import { saveView } from '#shop/orders/views/save-view.ts';
import { showQuote } from '#shop/orders/quote-order.ts';
import { showOwnOrders } from '#shop/orders/show-own-orders.ts';
import { shareOrder, unshareOrder } from '#shop/orders/share-order.ts';
import { withdrawOrder } from '#shop/orders/withdraw-order.ts';
import { replaceLink } from '#shop/delivery/replace-link.ts';
import { sendLinks } from '#shop/delivery/send-links.ts';
import { deliverAtDesk } from '#shop/delivery/desk/deliver-at-desk.ts';
import { showDesk } from '#shop/delivery/desk/list-desk.ts';
import { notePresence } from '#shop/delivery/desk/note-presence.ts';
import { undoDelivery } from '#shop/delivery/desk/undo-delivery.ts';
import { checkKnownFiles } from '#shop/delivery/files/check-known-files.ts';
import { showSkinFiles } from '#shop/delivery/files/list-skin-files.ts';
import { acceptFile } from '#shop/delivery/examining/accept-file.ts';
import { markBroken } from '#shop/delivery/files/mark-broken.ts';
import { saveSkinFile } from '#shop/delivery/files/save-skin-file.ts';
import { addKeys } from '#shop/delivery/keys/add-keys.ts';
import { showStock } from '#shop/delivery/keys/list-stock.ts';
import { removeKeys } from '#shop/delivery/keys/remove-keys.ts';
import { runPatch } from '#shop/delivery/patch/run-patch.ts';
import { showCoupons } from '#shop/pricing/list-coupons.ts';
import { lookUpPayment, showPayment, showQrCode } from '#shop/payments/charges/show-payment.ts';
import { createCoupon, updateCoupon } from '#shop/pricing/save-coupon.ts';
import { endPreorder, savePreorder } from '#shop/preorders/change-preorders.ts';
import { showDemand } from '#shop/preorders/list-demand.ts';
import { noteLookup } from '#shop/preorders/note-lookup.ts';
import { deleteProduct } from '#shop/products/delete-product.ts';
import { listProducts } from '#shop/products/list-products.ts';
import { createProduct, updateProduct } from '#shop/products/save-product.ts';
import { forgetDevice } from '#shop/push/forget-device.ts';
import { saveDevice } from '#shop/push/save-device.ts';
import { showPush } from '#shop/push/show-push.ts';
import { deleteReview } from '#shop/reviews/delete-review.ts';
import { refundOrder } from '#shop/refunds/refund-order.ts';
import { hideReview, showReview } from '#shop/reviews/hide-review.ts';
import { showReviews } from '#shop/reviews/list-reviews.ts';
import { saveReview } from '#shop/reviews/save-review.ts';
import { answerTicket } from '#shop/tickets/answer-ticket.ts';
import { listOwnTickets, listTickets } from '#shop/tickets/list-tickets.ts';
import { openTicket } from '#shop/tickets/open-ticket.ts';
import { showOwnTicket, showTicket } from '#shop/tickets/read-ticket.ts';
import { replyToTicket } from '#shop/tickets/reply-to-ticket.ts';
import { setTicketState } from '#shop/tickets/set-ticket-state.ts';
import { closeMonth, listClosings } from '#shop/ledger/closings/close-month.ts';
import { showReconciliation } from '#shop/ledger/reconciliation/show-reconciliation.ts';
import { showProviders } from '#shop/payments/providers/list-providers.ts';
import { showTrust } from '#shop/trust/show-trust.ts';
import type { Trust } from '#shop/trust/trust.ts';
import { createKey, endKey, showKeys } from '#shop/programs/change-keys.ts';
import {
  changeWebhook,
  createWebhook,
  deleteWebhook,
  rotateWebhook,
  showWebhooks,
} from '#shop/programs/webhooks/change-webhooks.ts';
import {
  pingWebhook,
  resendDelivery,
  resendSince,
  showDeliveries,
} from '#shop/programs/webhooks/deliveries.ts';
import { changeSettings, readAllSettings } from '#shop/settings/change-settings.ts';
import { call, either, type Call } from './call.ts';
import { toWire } from './codec.ts';
import { CATALOG_REFUSALS } from './sentences/catalogs.ts';
import { INSTALL_REFUSALS, PUBLIC_COLLECTION_REFUSALS, WISH_REFUSALS } from './sentences/collection.ts';
import { PAYMENT_REFUSALS } from './sentences/payments.ts';
import { COUPON_REFUSALS } from './sentences/coupons.ts';
import { DESK_REFUSALS, FILE_REFUSALS, PATCH_REFUSALS, PREORDER_REFUSALS } from './sentences/files.ts';
import { PRODUCT_REFUSALS } from './sentences/products.ts';
import { CLAIM_GIFT_REFUSALS } from './sentences/gifts.ts';
import { IMPORT_REFUSALS, UNDO_IMPORT_REFUSALS } from './sentences/imports.ts';
import { STOCK_REFUSALS } from './sentences/keys.ts';
import { REPLACE_LINK_REFUSALS, SEND_LINKS_REFUSALS } from './sentences/links.ts';
import { GIVEN_UP_REFUSALS, REFUND_ORDER_REFUSALS, RELEASE_REFUSALS } from './sentences/money.ts';
import {
  CANCEL_ORDER_REFUSALS,
  CANCEL_OWN_ORDER_REFUSALS,
  CREATE_PAYMENT_REFUSALS,
  MANUAL_ORDER_REFUSALS,
  QUOTE_REFUSALS,
  SHARE_ORDER_REFUSALS,
  VIEW_REFUSALS,
  WITHDRAW_ORDER_REFUSALS,
} from './sentences/orders.ts';
import { ASK_RESCUE_REFUSALS, CANCEL_RESCUE_REFUSALS } from './sentences/rescues.ts';
import { DELETE_REVIEW_REFUSALS, HIDE_REVIEW_REFUSALS, REVIEW_REFUSALS } from './sentences/reviews.ts';
import { CLOSING_REFUSALS } from './sentences/ledger.ts';
import { KEY_REFUSALS } from './sentences/programs.ts';
import { TEAM_REFUSALS } from './sentences/team.ts';
import { TICKET_REFUSALS, TICKET_STATE_REFUSALS } from './sentences/tickets.ts';
import { DELIVERY_REFUSALS, WEBHOOK_REFUSALS } from './sentences/webhooks.ts';

export type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';

/** The same words again are not made anew. */
const made = either([200, 201], ({ repeated }: { repeated: boolean }) => repeated);

const answerPng = Object.assign(
  ({ png }: { png: Uint8Array<ArrayBuffer> }) =>
    new Response(png, { headers: { 'Content-Type': 'image/png', 'Cache-Control': 'private, no-store' } }),
  { type: 'image/png' },
);

/** They are signed, so that other sites can show them. */
const answerTrust = (trust: Trust) =>
  Response.json(trust, { headers: { ...NO_STORE, 'Access-Control-Allow-Origin': '*' } });

/** The shop's API: each address with what it does. The parts of an address have the names of the operation's input. */
export const API: Readonly<Record<string, Readonly<Partial<Record<Method, Call>>>>> = {
  '/api/gifts/:token/claim': { POST: call(claimGift, CLAIM_GIFT_REFUSALS) },
  '/api/create-pix-payment': { POST: call(createPayment, CREATE_PAYMENT_REFUSALS, answerPayment) },
  '/api/payments/:paymentId': {
    GET: call(showPayment, PAYMENT_REFUSALS, answerPaymentState),
    POST: call(lookUpPayment, PAYMENT_REFUSALS, answerPaymentState),
  },
  '/api/payments/:paymentId/qr-code': {
    GET: call(showQrCode, PAYMENT_REFUSALS, answerPng),
  },
  '/api/trust': { GET: call(showTrust, {}, answerTrust) },
  '/api/quote': { POST: call(showQuote, QUOTE_REFUSALS) },
  '/api/orders': { GET: call(showOwnOrders, {}) },
  '/api/orders/:orderId/cancel': { POST: call(cancelOwnOrder, CANCEL_OWN_ORDER_REFUSALS) },
  '/api/orders/:orderId/withdrawal': { POST: call(withdrawOrder, WITHDRAW_ORDER_REFUSALS) },
  '/api/orders/:orderId/share': {
    POST: call(shareOrder, SHARE_ORDER_REFUSALS),
    DELETE: call(unshareOrder, SHARE_ORDER_REFUSALS),
  },
  '/api/collection': { GET: call(showOwned, {}) },
  '/api/collection/:collectionId/install': { POST: call(makeInstallAddress, INSTALL_REFUSALS) },
  '/api/wishlist': { GET: call(showWishes, {}), POST: call(mergeWishes, {}, 204) },
  '/api/wishlist/:championId/:skinNum': {
    PUT: call(addWish, WISH_REFUSALS, 204),
    DELETE: call(removeWish, WISH_REFUSALS, 204),
  },
  '/api/me/feed': { GET: call(showFeed, {}), POST: call(openFeed, {}), DELETE: call(closeFeed, {}) },
  '/api/me/public-collection': { PUT: call(savePublicCollection, PUBLIC_COLLECTION_REFUSALS) },
  '/api/tickets': { GET: call(listOwnTickets, {}), POST: call(openTicket, TICKET_REFUSALS, made) },
  '/api/tickets/:ticketId': { GET: call(showOwnTicket, TICKET_REFUSALS) },
  '/api/tickets/:ticketId/replies': { POST: call(replyToTicket, TICKET_REFUSALS, made) },
  '/api/admin/tickets': { GET: call(listTickets, {}) },
  '/api/admin/tickets/:ticketId': { GET: call(showTicket, TICKET_REFUSALS) },
  '/api/admin/tickets/:ticketId/replies': { POST: call(answerTicket, TICKET_REFUSALS, made) },
  '/api/admin/tickets/:ticketId/state': { POST: call(setTicketState, TICKET_STATE_REFUSALS) },
  '/api/admin/orders': {
    GET: call(showAllOrders, {}, (page) => answerPage(page, presentStaffOrder)),
    POST: call(
      placeManualOrder,
      MANUAL_ORDER_REFUSALS,
      either([201, 200], ({ created }: { created: boolean }) => created),
    ),
  },
  '/api/admin/orders/:orderId/links': { POST: call(sendLinks, SEND_LINKS_REFUSALS) },
  '/api/admin/orders/:orderId/items/:itemId/link': { POST: call(replaceLink, REPLACE_LINK_REFUSALS) },
  '/api/admin/orders/:orderId/cancel': { POST: call(cancelOrder, CANCEL_ORDER_REFUSALS) },
  '/api/admin/orders/:orderId/refunds': { POST: call(refundOrder, REFUND_ORDER_REFUSALS, 201) },
  '/api/admin/views': { GET: call(showViews, {}), POST: call(saveView, VIEW_REFUSALS, 201) },
  '/api/admin/views/:viewId': { DELETE: call(deleteView, VIEW_REFUSALS, 204) },
  '/api/admin/coupons': {
    GET: call(showCoupons, {}),
    POST: call(createCoupon, COUPON_REFUSALS, 201),
  },
  '/api/admin/coupons/:code': { PATCH: call(updateCoupon, COUPON_REFUSALS) },
  '/api/push': {
    GET: call(showPush, {}),
    POST: call(
      saveDevice,
      {
        not_staff: 'Você não tem acesso a esta área.',
        not_on: 'Este aparelho não estava ligado aos avisos.',
        bad_subscription: 'O navegador não informou como avisar este aparelho.',
      },
      201,
    ),
    DELETE: call(forgetDevice, {}, 204),
  },
  '/api/reviews/:championId/:skinNum': {
    GET: call(showReviews, REVIEW_REFUSALS, ({ nextCursor, ...shown }) =>
      answerWithCursor(toWire(shown), nextCursor),
    ),
    PUT: call(saveReview, REVIEW_REFUSALS),
    DELETE: call(deleteReview, DELETE_REVIEW_REFUSALS, 204),
  },
  '/api/admin/reviews/:reviewId/hide': { POST: call(hideReview, HIDE_REVIEW_REFUSALS, 204) },
  '/api/admin/reviews/:reviewId/show': { POST: call(showReview, HIDE_REVIEW_REFUSALS, 204) },
  '/api/admin/desk': { GET: call(showDesk, {}) },
  '/api/admin/desk/deliver': { POST: call(deliverAtDesk, DESK_REFUSALS) },
  '/api/admin/desk/take-back': { POST: call(undoDelivery, DESK_REFUSALS) },
  '/api/admin/desk/presence': { POST: call(notePresence, DESK_REFUSALS, 204) },
  '/api/admin/demand': { GET: call(showDemand, {}) },
  '/api/demand/:championId/:skinNum': { POST: call(noteLookup, {}, 204) },
  '/api/admin/preorders/:championId/:skinNum': {
    PUT: call(savePreorder, PREORDER_REFUSALS),
    DELETE: call(endPreorder, PREORDER_REFUSALS, 204),
  },
  '/api/admin/patch': { POST: call(runPatch, PATCH_REFUSALS) },
  '/api/admin/skin-files': { GET: call(showSkinFiles, {}) },
  '/api/admin/skin-files/check': { POST: call(checkKnownFiles, FILE_REFUSALS) },
  '/api/admin/skin-files/:championId/:skinNum': { PUT: call(saveSkinFile, FILE_REFUSALS) },
  '/api/admin/skin-files/:championId/:skinNum/broken': { POST: call(markBroken, FILE_REFUSALS) },
  '/api/admin/skin-files/:championId/:skinNum/accept': { POST: call(acceptFile, FILE_REFUSALS) },
  '/api/admin/stock': { GET: call(showStock, {}) },
  '/api/admin/stock/:championId/:skinNum': { POST: call(addKeys, STOCK_REFUSALS) },
  '/api/admin/stock/:championId/:skinNum/remove': { POST: call(removeKeys, STOCK_REFUSALS) },
  // A file comes by POST: app/endpoints/admin/catalogs/catalogs.ts
  '/api/admin/catalogs': { GET: call(listCatalogs, {}) },
  '/api/admin/catalogs/:catalogId': {
    PUT: call(describeCatalog, CATALOG_REFUSALS),
    DELETE: call(deleteCatalog, CATALOG_REFUSALS, 204),
  },
  '/api/admin/catalogs/:catalogId/publish': { POST: call(publishCatalog, CATALOG_REFUSALS) },
  // A file comes by POST: app/endpoints/admin/imports/imports.ts
  '/api/admin/imports': { GET: call(listImports, {}) },
  '/api/admin/imports/:importId': { GET: call(showImport, IMPORT_REFUSALS) },
  '/api/admin/imports/:importId/matches': { PUT: call(matchNames, IMPORT_REFUSALS) },
  '/api/admin/imports/:importId/columns': { PUT: call(chooseColumns, IMPORT_REFUSALS) },
  '/api/admin/imports/:importId/run': { POST: call(runImport, IMPORT_REFUSALS, 202) },
  '/api/admin/imports/:importId/undo': { POST: call(undoImport, UNDO_IMPORT_REFUSALS) },
  '/api/admin/products': { GET: call(listProducts, {}), POST: call(createProduct, {}, 201) },
  '/api/admin/products/:productId': {
    PATCH: call(updateProduct, PRODUCT_REFUSALS),
    DELETE: call(deleteProduct, PRODUCT_REFUSALS, 204),
  },
  '/api/admin/staff': { GET: call(showTeam, {}), POST: call(setRole, TEAM_REFUSALS) },
  '/api/admin/staff/:userId': { DELETE: call(removeMember, TEAM_REFUSALS, 204) },
  '/api/admin/rescue': { GET: call(showRescues, {}), POST: call(askRescue, ASK_RESCUE_REFUSALS, 202) },
  '/api/admin/rescue/:rescueId/cancel': { POST: call(cancelRescue, CANCEL_RESCUE_REFUSALS, 204) },
  '/api/admin/api-keys': {
    GET: call(showKeys, {}),
    POST: call(createKey, KEY_REFUSALS, 201),
  },
  '/api/admin/api-keys/:keyId': { DELETE: call(endKey, KEY_REFUSALS, 204) },
  '/api/admin/webhooks': {
    GET: call(showWebhooks, {}),
    POST: call(createWebhook, WEBHOOK_REFUSALS, 201),
  },
  '/api/admin/webhooks/:hookId': {
    PATCH: call(changeWebhook, WEBHOOK_REFUSALS),
    DELETE: call(deleteWebhook, WEBHOOK_REFUSALS, 204),
  },
  '/api/admin/webhooks/:hookId/rotate': { POST: call(rotateWebhook, WEBHOOK_REFUSALS) },
  '/api/admin/webhooks/:hookId/ping': { POST: call(pingWebhook, WEBHOOK_REFUSALS) },
  '/api/admin/webhooks/:hookId/resend': { POST: call(resendSince, WEBHOOK_REFUSALS) },
  '/api/admin/webhooks/:hookId/deliveries': { GET: call(showDeliveries, WEBHOOK_REFUSALS) },
  '/api/admin/webhook-deliveries/:deliveryId/resend': { POST: call(resendDelivery, DELIVERY_REFUSALS) },
  '/api/admin/settings': { GET: call(readAllSettings, {}), PUT: call(changeSettings, {}) },
  '/api/admin/reconciliation': { GET: call(showReconciliation, { malformed: '' }) },
  // A file comes by POST, and a closing's goes out: app/endpoints/admin/ledger/
  '/api/admin/closings': {
    GET: call(listClosings, {}),
    POST: call(closeMonth, CLOSING_REFUSALS, 201),
  },
  '/api/admin/providers': { GET: call(showProviders, {}) },
  '/api/admin/channels/:channel/test': { POST: call(tryChannel, {}) },
  '/api/admin/disputes': { GET: call(showDisputes, {}) },
  '/api/admin/disputes/:disputeId/release': { POST: call(releaseAccount, RELEASE_REFUSALS) },
  // In the shop's own words since the first release.
  '/api/admin/attention': { GET: call(showAttention, {}, (entries) => answerWithCursor(entries, null)) },
  '/api/admin/given-up/:id': { POST: call(decideGivenUp, GIVEN_UP_REFUSALS) },
  '/api/admin/numbers': { GET: call(showNumbers, { malformed: '' }) },
  // The log says what it holds as it is written.
  '/api/admin/audit': { GET: call(showAudit, {}, (page) => answerPage(page, (line) => line)) },
};
