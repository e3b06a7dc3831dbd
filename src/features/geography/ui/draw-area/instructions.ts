/** The number of points, and what to do next. */
export function describeDrawing(count: number, min: number, isByKeyboard: boolean): string {
  const done = count === 1 ? '1 point.' : `${count} points.`;
  const missing = min - count;
  if (isByKeyboard) {
    if (count === 0) return `${done} Move the map with the arrow keys. Press Space to add the point under the cross.`;
    if (missing > 0) return `${done} Add at least ${missing} more. Backspace removes the last one.`;
    return `${done} Add more, or press Tab and Enter to search this area.`;
  }
  if (count === 0) return `${done} Select points on the map, or drag around an area.`;
  if (missing > 0) return `${done} Add at least ${missing} more.`;
  return `${done} Add more, or search this area.`;
}
