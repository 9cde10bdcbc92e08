import type { Bank } from '../world/bank.ts';
import type { ReceivedMail } from '../world/mail-server.ts';
import type { Books } from './read-books.ts';
import type { Testimony } from '../people/testimony.ts';

export interface Evidence {
  bank: Bank;
  books: Books;
  mails: readonly ReceivedMail[];
  testimony: Testimony;
  linked: { sku: string; link: string }[];
  customers: { userId: string }[];
}

/** `refunded`: the money came and went back; the row still stands for it. */
export function isMoney(status: string): boolean {
  return status === 'paid' || status === 'held' || status === 'refunded';
}

export function sum(numbers: number[]): number {
  return numbers.reduce((total, number) => total + number, 0);
}
