import { expect, test } from 'vitest';
import { sayAhead } from './say-ahead.ts';
import { tellTime, type Told } from './tell-time.ts';

const at = (text: string) => new Date(`2026-11-${text}-03:00`);
const due = at('20T14:32');
const unpaid = { status: 'awaiting_payment', dueAt: null };
const offer = { promiseMinutes: 15, staffHours: { days: [1, 2, 3, 4, 5], from: '09:00', to: '22:00' } };

// shows: threat 85
test.each<[what: string, Told | null, Told | null]>([
  ['waits', tellTime({ status: 'pending', dueAt: due }, at('20T14:31')), { kind: 'until', until: due }],
  ['is overdue', tellTime({ status: 'pending', dueAt: due }, due), { kind: 'late' }],
  ['has no clock', tellTime({ status: 'pending', dueAt: null }, due), null],
  [
    'waits for an update',
    tellTime({ status: 'pending', dueAt: null, awaitsUpdate: true }, due),
    { kind: 'update' },
  ],
  ['is delivered', tellTime({ status: 'completed', dueAt: due }, at('20T15:00')), null],
  ['is a gift, for its giver', tellTime({ status: 'pending', dueAt: due, isGift: true }, due), null],
  ['goes back', tellTime({ status: 'pending', dueAt: due, isPromisedBack: true }, due), null],
  [
    'is not paid, while staff are there',
    tellTime(unpaid, at('20T14:17'), offer),
    { kind: 'within', minutes: 15 },
  ],
  ['is not paid, at night', tellTime(unpaid, at('20T23:00'), offer), { kind: 'away', until: at('23T09:15') }],
  [
    'is not paid, and waits for an update',
    tellTime({ ...unpaid, awaitsUpdate: true }, due, offer),
    { kind: 'update' },
  ],
])('of what %s it tells %j', (_, told, expected) => {
  expect(told).toEqual(expected);
});

test('the rest of an order is spoken of where there is one, and each day is said once', () => {
  const [first, second] = ['2026-12-01', '2026-12-09'];
  expect(sayAhead([second, first, first], 4)).toMatch(
    /até 01\/12\/2026 ou 09\/12\/2026, .* O resto do pedido não espera\.$/,
  );
  expect(sayAhead([first, first], 2)).not.toContain('O resto');
});
