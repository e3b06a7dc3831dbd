/** Runs in the page: returns the problem with the visible focus, if any; 'end' after the last control. */
export function findFocusProblem(): string | undefined {
  const element = document.activeElement;
  if (!element || element === document.body) return 'end';
  const name = `${element.tagName}.${element.className} ${element.textContent?.slice(0, 30)}`;
  const around = element.closest('.search') ?? element;
  const styles = [getComputedStyle(element), getComputedStyle(element, '::before'), getComputedStyle(around)];
  const shown = styles.some((style) => style.outlineStyle !== 'none' && parseFloat(style.outlineWidth) >= 2);
  if (!shown) return `no outline: ${name}`;
  const { left, top, width, height } = element.getBoundingClientRect();
  // The beginning of a tall field is enough.
  const visible = document.elementFromPoint(left + width / 2, top + Math.min(height / 2, 22));
  const isShown =
    visible && (element.contains(visible) || visible.contains(element) || visible.closest('.card')?.contains(element));
  return isShown ? undefined : `covered by ${visible?.tagName}.${visible?.className}: ${name}`;
}
