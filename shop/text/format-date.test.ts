import { expect, test } from 'vitest';
import { formatDate, formatDateTime, formatLongDate } from './format-date.ts';

// shows: threat 52, spec 2.33
test('dates are those of São Paulo, whatever the machine thinks', () => {
  // Already March in UTC.
  expect(formatDate(new Date('2026-03-01T02:30:00.000Z'))).toBe('28/02/2026');
  expect(formatDateTime(new Date('2026-03-01T02:30:00.000Z'))).toBe('28/02/2026 23:30');
  expect(formatLongDate(new Date('2026-03-01T02:30:00.000Z'))).toBe('28 de fevereiro de 2026 às 23:30');
  expect(formatDateTime(new Date('2026-11-21T03:00:00.000Z'))).toBe('21/11/2026 00:00');
});
