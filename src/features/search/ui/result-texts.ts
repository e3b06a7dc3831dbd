import { type SearchAddress, chosenOptions } from '../search-params.ts';
import { PAGE_SIZE } from '../schema.ts';

/** A number of locations, as a person says it. */
export function locationsInWords(total: number): string {
  return `${number(total)} ${total === 1 ? 'location' : 'locations'}`;
}

/** 'Displaying X - Y of N locations'. */
export function displaying(page: number, total: number): string {
  const first = (page - 1) * PAGE_SIZE + 1;
  const last = Math.min(total, page * PAGE_SIZE);
  return `Displaying ${number(first)} - ${number(last)} of ${locationsInWords(total)}`;
}

/** The title of a search's page. */
export function titleOf(address: SearchAddress): string {
  const options = chosenOptions(address).map(({ option }) => option);
  const words = address.query ? [`‘${address.query}’`] : [];
  const what = [...words, ...options].join(', ');
  const page = address.currentPage ? `, page ${address.currentPage}` : '';
  return `${what ? `${what}: find a location` : 'Find a location'}${page}`;
}

function number(n: number): string {
  return n.toLocaleString('en-GB');
}
