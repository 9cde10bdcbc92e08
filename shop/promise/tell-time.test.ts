import { expect, test } from 'vitest';
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
