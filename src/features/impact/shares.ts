/**
 * Divides a whole number in proportion to whole weights, by largest remainders (Hamilton's method): each share is rounded down, and what is
 * left goes, one by one, to those that lost most by that, the earlier of two that lost the same. So the shares add up to the total exactly.
 * @param weights at least one above 0
 */
export function divide(total: number, weights: readonly number[]): number[] {
  // The products exceed the numbers that are exact otherwise.
  const sum = BigInt(weights.reduce((all, weight) => all + weight, 0));
  const products = weights.map((weight) => BigInt(total) * BigInt(weight));
  const shares = products.map((product) => product / sum);
  const left = Number(BigInt(total) - shares.reduce((all, share) => all + share, 0n));
  const byRemainder = products
    .map((product, index) => ({ index, remainder: product % sum }))
    .toSorted((a, b) => (a.remainder === b.remainder ? a.index - b.index : a.remainder > b.remainder ? -1 : 1));
  for (const { index } of byRemainder.slice(0, left)) shares[index]! += 1n;
  return shares.map(Number);
}
