import { redirect } from 'react-router';
import { getShop } from '#app/request-context.ts';
import { recordAudit } from '#shop/audit/record-audit.ts';
import { exportShop } from '#shop/moving/leaving/export-shop.ts';
import { dayOf } from '#shop/numbers/day-span.ts';
import { writeZip } from '../../files/write-zip.ts';
import { limitCaller } from '../../http/limit-caller.ts';
import { refuseGet } from '../../http/refuse-get.ts';
import { acquireUploadSlot } from '../../files/acquire-upload-slot.ts';
import { fromScreen } from '../from-screen.ts';
import { staffSession } from '../staff-session.ts';

/** `POST /admin/mudanca/exportar`: the button of the panel, which needs no scripts. All of the shop as one ZIP. */
export const action = fromScreen('/admin/mudanca', 'enviar', async ({ context }) => {
  const staff = await staffSession(context, 'moving');
  if (staff instanceof Response) return staff;
  const limited = await limitCaller(context, 'export-shop', staff.user.id);
  if (limited instanceof Response) return limited;
  const shop = getShop(context);
  const slot = acquireUploadSlot(shop, staff.user.id);
  if (!slot) return redirect('/admin/mudanca?recusado=exportando#enviar');
  try {
    const parts = new Map<string, string[]>();
    for await (const { file, text } of exportShop(shop.db)) {
      const part = parts.get(file) ?? [];
      part.push(text);
      parts.set(file, part);
    }
    await shop.transaction((tx) =>
      recordAudit(shop, tx, {
        actorUserId: staff.user.id,
        action: 'shop.exported',
        subject: { type: 'selection', id: 'fulgor.zip' },
      }),
    );
    const zip = writeZip([...parts].map(([name, text]) => ({ name, content: Buffer.from(text.join('')) })));
    return new Response(zip, {
      headers: {
        'Content-Type': 'application/zip',
        'Content-Disposition': `attachment; filename="loja-${dayOf(shop.now())}.zip"`,
        'Cache-Control': 'private, no-store',
      },
    });
  } finally {
    slot.release();
  }
});

export const loader = refuseGet;
