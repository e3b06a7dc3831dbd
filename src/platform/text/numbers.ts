import { byLocale } from './locale.ts';

const numberFormat = byLocale(({ language }) => new Intl.NumberFormat(language));

/** Formats a number for people, as '1,284'. */
export function formatNumber(number: number | bigint): string {
  return numberFormat().format(number);
}

/** Formats a number of things, as '1,284 emails'. The plural ends in -s unless it is given. */
export function formatCount(count: number, one: string, many = `${one}s`): string {
  return `${formatNumber(count)} ${count === 1 ? one : many}`;
}

/** Formats the range of a list that is shown, as 'Displaying 1 - 20 of 1,284 emails'. */
export function formatRange(first: number, last: number, total: string): string {
  return `Displaying ${formatNumber(first)} - ${formatNumber(last)} of ${total}`;
}
