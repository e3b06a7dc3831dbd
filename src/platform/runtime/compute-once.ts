/** Returns a function that computes its value on the first call. */
export function once<Value>(compute: () => Value): () => Value {
  let value: Value | undefined;
  return () => (value ??= compute());
}
