import { useState, type ClipboardEvent, type KeyboardEvent } from 'react';
import { useActionData } from 'react-router';
import { showToast } from '#app/ui/feedback/toast.ts';
import type { FormAnswer } from '#app/ui/form/form-answer.ts';
import { checkLink } from '#shop/text/check-link.ts';
import type { StaffOrder } from '#shop/orders/search/list-all-orders.ts';
import type { LinkFieldProps } from './link-field.tsx';
import { spreadLinks } from './spread-links.ts';
import type { LinkDrafts } from './use-links-dialog.ts';

type Item = StaffOrder['items'][number];

/** What stands in the fields of an order's links. */
export function useTypedLinks(items: Item[], draft: LinkDrafts, preserveDraft: (draft: LinkDrafts) => void) {
  const posted = useActionData<FormAnswer>()?.typed ?? {};
  const [links, setLinks] = useState<LinkDrafts>(() =>
    Object.fromEntries(
      items.map(({ id, downloadLink, knownLink }) => [
        id,
        draft[id] ?? posted[`links.${id}`] ?? downloadLink ?? knownLink ?? '',
      ]),
    ),
  );
  const [firstEmpty] = useState(() =>
    items.findIndex((item) => links[item.id] === '' && !mayBeEmpty(item) && !item.aheadUntil),
  );
  const isComplete = canSend(items, links);

  function change(next: LinkDrafts): void {
    setLinks(next);
    preserveDraft(next);
  }

  function onPaste(event: ClipboardEvent<HTMLInputElement>, index: number): void {
    const pasted = spreadLinks(event.clipboardData.getData('text'));
    if (pasted.length < 2) return;
    event.preventDefault();
    const next = { ...links };
    items.slice(index, index + pasted.length).forEach((item, n) => (next[item.id] = pasted[n] ?? ''));
    change(next);
    const surplus = pasted.length - (items.length - index);
    if (surplus > 0) {
      showToast({
        title: surplus === 1 ? 'Sobrou 1 link' : `Sobraram ${surplus} links`,
        description: 'Você colou mais links do que skins. Confira a ordem.',
        tone: 'info',
      });
    }
  }

  /** Enter goes to the next empty field and sends once there is none. */
  function onKeyDown(event: KeyboardEvent<HTMLInputElement>): void {
    if (event.key !== 'Enter' || isComplete) return;
    event.preventDefault();
    const { form } = event.currentTarget;
    const fields = [...(form?.querySelectorAll<HTMLInputElement>('input[type=url]') ?? [])];
    const start = fields.indexOf(event.currentTarget) + 1;
    [...fields.slice(start), ...fields.slice(0, start)].find((field) => !checkLink(field.value).ok)?.focus();
  }

  const fieldOf = ({ id }: Item, index: number): Omit<LinkFieldProps, 'item'> => ({
    value: links[id] ?? '',
    isRepeated: items.some((other) => other.id !== id && sameLink(links[other.id], links[id])),
    mayWait: items.some(isToBeSent),
    startsHere: index === Math.max(firstEmpty, 0),
    onChange: (text) => change({ ...links, [id]: text }),
    onPaste: (event) => onPaste(event, index),
    onKeyDown,
  });
  return { isComplete, fieldOf };
}

/** Without a link it gets the file that the shop stores, or a key. */
const mayBeEmpty = ({ storedFileName, hasKey }: Item) => storedFileName !== null || hasKey;

const isToBeSent = ({ aheadUntil, downloadLink }: Item) => !aheadUntil && downloadLink === null;

/** What was sold ahead may come later, where there is something else to send. */
export function canSend(items: Item[], links: LinkDrafts): boolean {
  const isEmpty = ({ id }: Item) => (links[id] ?? '').trim() === '';
  const later = items.filter((item) => item.aheadUntil && isEmpty(item) && !mayBeEmpty(item));
  const sent = items.filter((item) => !later.includes(item));
  return (
    sent.every((item) => checkLink(links[item.id] ?? '').ok || (mayBeEmpty(item) && isEmpty(item))) &&
    (later.length === 0 || sent.some((item) => links[item.id] !== item.downloadLink))
  );
}

function sameLink(one = '', other = ''): boolean {
  return one.trim() !== '' && one.trim() === other.trim();
}
