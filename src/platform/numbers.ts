/** Formats a number for people, as '1,284'. */
export function formatNumber(number: number | bigint): string {
  return number.toLocaleString('en-GB');
}

/** Formats a number of things, as '1,284 locations'. The plural ends in -s unless it is given. */
export function formatCount(count: number, one: string, many = `${one}s`): string {
  return `${formatNumber(count)} ${count === 1 ? one : many}`;
}
