/** Whether a text has the words of a name in their order, in any case and without regard to accents and punctuation. */
export function containsName(text: string, name: string): boolean {
  const words = toWords(name);
  return words.trim() !== '' && toWords(text).includes(words);
}

function toWords(text: string): string {
  const plain = text.normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase();
  return ` ${(plain.match(/[\p{L}\p{N}]+/gu) ?? []).join(' ')} `;
}
