/** Takes out of a form what nobody touched. `typed`: these stand in their fields as if they had begun with it. */
export function keepTouched(sent: FormData, fields: Iterable<unknown>, typed: object): FormData {
  const seen = ([...fields] as HTMLInputElement[]).filter(({ type }) => type !== 'hidden');
  for (const { name } of seen) {
    const isTouched = seen.some((field) => field.name === name && differs(field));
    if (!isTouched && !(name in typed)) sent.delete(name);
  }
  return sent;
}

function differs(field: HTMLInputElement | HTMLSelectElement): boolean {
  if ('selectedOptions' in field) return field.selectedOptions[0]?.defaultSelected === false;
  if (field.type === 'checkbox' || field.type === 'radio') return field.checked !== field.defaultChecked;
  return field.value !== field.defaultValue;
}
