import type { Page } from 'playwright-core';
import { expect } from 'vitest';

/**
 * What somebody sees who has the system choose the colours: every control, where the keyboard is, and which of several is chosen.
 * Goes through the page with the focus, so it comes last.
 */
export async function expectToShowInForcedColours(page: Page): Promise<void> {
  await page.emulateMedia({ colorScheme: 'light', forcedColors: 'none' });
  const told = await page.evaluate(statesTold);
  await page.emulateMedia({ forcedColors: 'active' });
  const toldStill = new Set(await page.evaluate(statesTold));
  const lost = [...new Set(told)].filter((state) => !toldStill.has(state));
  expect(lost, 'states that are told by colours alone').toEqual([]);
  expect(await page.evaluate(unseenControls), 'controls and icons that vanish').toEqual([]);
  // Whoever has used the keyboard is shown where they are, wherever that is then.
  await page.keyboard.press('Shift');
  expect(await page.evaluate(unseenFocus), 'what does not show that it has the focus').toEqual([]);
  await page.emulateMedia({ forcedColors: 'none' });
}

/** The states whose elements look other than without them. Each is taken away for a moment, before anything is painted. */
function statesTold(): string[] {
  const still = new CSSStyleSheet();
  still.replaceSync('*, ::before, ::after { transition: none !important; }');
  document.adoptedStyleSheets.push(still);
  const canvas = document.body.appendChild(document.createElement('i'));
  canvas.style.backgroundColor = 'Canvas';
  const paper = getComputedStyle(canvas).backgroundColor;
  canvas.remove();
  const isForced = matchMedia('(forced-colors: active)').matches;
  const SEEN = [
    ...['color', 'backgroundColor', 'borderTopColor', 'borderTopWidth', 'borderTopStyle', 'borderBottomColor'],
    ...['borderBottomWidth', 'borderBottomStyle', 'outlineStyle', 'outlineWidth', 'outlineColor', 'fontWeight'],
    ...['textDecorationLine', 'textDecorationThickness', 'display', 'visibility', 'opacity', 'transform', 'maskImage'],
    ...['content', 'width', 'fill', 'stroke', 'appearance', 'boxShadow'],
  ] as const;
  const lookOf = (element: Element) =>
    [element, ...element.querySelectorAll('*')]
      .slice(0, 30)
      .flatMap((one) => ['', '::before', '::after'].map((part) => [one, part] as const))
      .map(([one, part]) => {
        const style = getComputedStyle(one, part);
        if (part !== '' && style.content === 'none') return '';
        const isBare = !isForced || style.forcedColorAdjust === 'none';
        return SEEN.map((name) => {
          const value = style[name as 'color'];
          // What the system paints over is as it would be without.
          if (!isBare && name === 'boxShadow') return '';
          const rgb = /^rgba\((\d+, \d+, \d+), [\d.]+\)$/.exec(value);
          if (!isBare && name === 'backgroundColor') return rgb || value === paper ? 'paper' : value;
          return value;
        }).join();
      })
      .join('|');
  const FLAGS = ['aria-current', 'aria-pressed', 'aria-selected', 'aria-checked'];
  const CLASSES = /^is-(?:row|current|lit|wrong)$|--(?:on|now)$|^field--changed$/;
  const told: string[] = [];
  const nameOf = (element: Element, state: string) => `${element.tagName.toLowerCase()}.${element.className} ${state}`;
  const note = (element: Element, state: string, take: () => void, giveBack: () => void) => {
    if (!element.checkVisibility()) return;
    const before = lookOf(element);
    take();
    const differs = lookOf(element) !== before;
    giveBack();
    if (differs) told.push(nameOf(element, state));
  };
  for (const flag of FLAGS)
    for (const element of document.querySelectorAll(`[${flag}]:not([${flag}='false'])`)) {
      const value = element.getAttribute(flag) ?? '';
      const off = () => (flag === 'aria-current' ? element.removeAttribute(flag) : element.setAttribute(flag, 'false'));
      note(element, flag, off, () => element.setAttribute(flag, value));
    }
  for (const input of document.querySelectorAll<HTMLInputElement>('input:checked')) {
    const group = input.closest('label') ?? input;
    // What the system itself draws, it draws differently.
    if (isForced && getComputedStyle(input).appearance !== 'none') told.push(nameOf(group, 'checked'));
    note(
      group,
      'checked',
      () => (input.checked = false),
      () => (input.checked = true),
    );
  }
  for (const element of document.querySelectorAll('[class*="is-"], [class*="--"]'))
    for (const name of element.classList)
      if (CLASSES.test(name))
        note(
          element,
          name,
          () => element.classList.remove(name),
          () => element.classList.add(name),
        );
  document.adoptedStyleSheets.pop();
  return told;
}

/** Controls without words, picture or edge, fields without an edge, and icons that are painted as the page is. */
function unseenControls(): string[] {
  const isPaint = (colour: string) => colour !== 'transparent' && !/^rgba\(.*, 0\)$/.test(colour);
  const hasEdge = (element: Element | null): boolean => {
    if (!element) return false;
    const style = getComputedStyle(element);
    const sides = ['Top', 'Bottom'] as const;
    const isDrawn = sides.some(
      (side) =>
        style[`border${side}Style`] !== 'none' &&
        Number.parseFloat(style[`border${side}Width`]) > 0 &&
        isPaint(style[`border${side}Color`]),
    );
    return isDrawn || (style.outlineStyle !== 'none' && Number.parseFloat(style.outlineWidth) > 0);
  };
  const groundOf = (element: Element | null): string => {
    if (!element) return '255, 255, 255';
    const { backgroundColor } = getComputedStyle(element);
    const [, rgb, alpha] = /^rgba?\((\d+, \d+, \d+)(?:, ([\d.]+))?\)$/.exec(backgroundColor) ?? [];
    return rgb && alpha !== '0' ? rgb : groundOf(element.parentElement);
  };
  const nameOf = (element: Element) => `${element.tagName.toLowerCase()}.${element.className}`;
  const found: string[] = [];
  const isShown = (element: Element) => {
    const { width, height } = element.getBoundingClientRect();
    return element.checkVisibility({ opacityProperty: true, visibilityProperty: true }) && width > 1 && height > 1;
  };
  const FIELDS = 'input:not([type=hidden], [type=checkbox], [type=radio], [type=file], [type=range]), textarea, select';
  for (const field of document.querySelectorAll(FIELDS)) {
    if (!isShown(field)) continue;
    const around = [field, field.parentElement, field.parentElement?.parentElement ?? null];
    if (!around.some(hasEdge) && getComputedStyle(field).appearance === 'none') found.push(`no edge: ${nameOf(field)}`);
  }
  for (const box of document.querySelectorAll<HTMLInputElement>('input[type=checkbox], input[type=radio]')) {
    if (!isShown(box) || getComputedStyle(box).appearance !== 'none') continue;
    if (!hasEdge(box)) found.push(`no edge: ${nameOf(box)}`);
  }
  for (const control of document.querySelectorAll('button, a[href], [role=tab], [role=slider], summary')) {
    if (!isShown(control) || (control as HTMLElement).innerText.trim() !== '') continue;
    const parts = [control, ...control.querySelectorAll('*')];
    const isPictured = parts.some((part) => part.matches('svg, img, picture, canvas') && isShown(part));
    const isPainted = parts.some((part) =>
      ['::before', '::after'].some((pseudo) => {
        const { content, maskImage, borderTopWidth } = getComputedStyle(part, pseudo);
        return content !== 'none' && (maskImage !== 'none' || borderTopWidth !== '0px');
      }),
    );
    const isCover = control.closest('article, li, .card, .map__card') !== null && control.matches('a');
    if (!isPictured && !isPainted && !isCover && !hasEdge(control)) found.push(`nothing to see: ${nameOf(control)}`);
  }
  for (const element of document.querySelectorAll('main *, header *, dialog[open] *, footer *')) {
    for (const part of ['', '::before', '::after']) {
      const style = getComputedStyle(element, part);
      if (style.maskImage === 'none' || (part !== '' && style.content === 'none')) continue;
      if (!isShown(element) || !/url\(/.test(style.maskImage)) continue;
      const [, paint] = /^rgba?\((\d+, \d+, \d+)/.exec(style.backgroundColor) ?? [];
      const ground = groundOf(part === '' ? element.parentElement : element);
      if (paint === ground) found.push(`painted as the page is: ${nameOf(element)}${part}`);
    }
  }
  return [...new Set(found)];
}

/** Of everything that looks alike, the first gets the focus. */
function unseenFocus(): string[] {
  const isOutlined = (element: Element, part?: string) => {
    const { outlineStyle, outlineWidth, borderTopWidth } = getComputedStyle(element, part);
    if (part) return Number.parseFloat(borderTopWidth) > 0 || outlineStyle !== 'none';
    return outlineStyle !== 'none' && Number.parseFloat(outlineWidth) > 0;
  };
  const inside = document.querySelector('dialog[open]') ?? document;
  const CONTROLS = 'a[href], button, input:not([type=hidden]), select, textarea, summary, [tabindex="0"]';
  const found: string[] = [];
  const seen = new Set<string>();
  for (const control of inside.querySelectorAll<HTMLElement>(CONTROLS)) {
    const name = `${control.tagName.toLowerCase()}.${control.className}`;
    if (seen.has(name) || !control.checkVisibility({ visibilityProperty: true })) continue;
    seen.add(name);
    control.focus({ preventScroll: true });
    if (document.activeElement !== control || !control.matches(':focus-visible')) continue;
    const around = [control, control.parentElement, control.parentElement?.parentElement, control.closest('label')];
    const isSeen =
      around.some((element) => element && isOutlined(element)) ||
      [...control.querySelectorAll('*')].some((element) => isOutlined(element)) ||
      ['::before', '::after'].some(
        (part) => getComputedStyle(control, part).content !== 'none' && isOutlined(control, part),
      );
    if (!isSeen) found.push(name);
  }
  return found;
}
