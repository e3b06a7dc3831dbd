/** Returns the array itself, or a copy of at least twice the size if it is shorter than `length`. */
export function ensureCapacity<Numbers extends Uint8Array | Uint16Array | Uint32Array>(
  numbers: Numbers,
  length: number,
): Numbers {
  if (length <= numbers.length) return numbers;
  const larger = new (numbers.constructor as new (length: number) => Numbers)(Math.max(length, numbers.length * 2));
  larger.set(numbers);
  return larger;
}
