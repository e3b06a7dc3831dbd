import type { Page } from 'playwright-core';
import { expect } from 'vitest';

/**
 * Asserts that a page works in forced colours, when the system chooses the colours: controls, icons, the focus and states such as
 * `aria-selected` must be visible. It moves the focus, so call it last.
 */
export async function expectUsableInForcedColours(page: Page): Promise<void> {
  await page.emulateMedia({ colorScheme: 'light', forcedColors: 'none' });
  const visible = await page.evaluate(listVisibleStates);
  await page.emulateMedia({ forcedColors: 'active' });
  const stillVisible = new Set(await page.evaluate(listVisibleStates));
  const lost = visible.filter((state) => !stillVisible.has(state));
  expect(lost, 'states shown by colour alone').toEqual([]);
  expect(await page.evaluate(listInvisibleControls), 'invisible controls and icons').toEqual([]);
  // After a key press, focused elements match :focus-visible.
  await page.keyboard.press('Shift');
  expect(await page.evaluate(listWithoutFocusRing), 'controls without a visible focus').toEqual([]);
  await page.emulateMedia({ forcedColors: 'none' });
}

/** Lists the states that change the look of their elements. Each state is removed and restored before the next paint. */
function listVisibleStates(): string[] {
  const noTransitions = new CSSStyleSheet();
  noTransitions.replaceSync('*, ::before, ::after { transition: none !important; }');
  document.adoptedStyleSheets.push(noTransitions);
  const canvas = document.body.appendChild(document.createElement('i'));
  canvas.style.backgroundColor = 'Canvas';
  const canvasColour = getComputedStyle(canvas).backgroundColor;
  canvas.remove();
  const isForced = matchMedia('(forced-colors: active)').matches;
  const VISIBLE_PROPERTIES = [
    'color',
    'backgroundColor',
    'borderTopColor',
    'borderTopWidth',
    'borderTopStyle',
    'borderBottomColor',
    'borderBottomWidth',
    'borderBottomStyle',
    'outlineStyle',
    'outlineWidth',
    'outlineColor',
    'fontWeight',
    'textDecorationLine',
    'textDecorationThickness',
    'display',
    'visibility',
    'opacity',
    'transform',
    'maskImage',
    'content',
    'width',
    'fill',
    'stroke',
    'appearance',
    'boxShadow',
  ] as const;
  const getLook = (element: Element) =>
    [element, ...element.querySelectorAll('*')]
      .slice(0, 30)
      .flatMap((one) => ['', '::before', '::after'].map((part) => [one, part] as const))
      .map(([one, part]) => {
        const style = getComputedStyle(one, part);
        if (part !== '' && style.content === 'none') return '';
        const isBare = !isForced || style.forcedColorAdjust === 'none';
        return VISIBLE_PROPERTIES.map((name) => {
          const value = style[name as 'color'];
          // Forced colours override these values.
          if (!isBare && name === 'boxShadow') return '';
          const rgb = /^rgba\((\d+, \d+, \d+), [\d.]+\)$/.exec(value);
          if (!isBare && name === 'backgroundColor') return rgb || value === canvasColour ? 'canvas' : value;
          return value;
        }).join();
      })
      .join('|');
  const FLAGS = ['aria-current', 'aria-pressed', 'aria-selected', 'aria-checked'];
  // Every class `is-…`, so that renaming a state does not exempt it.
  const CLASSES = /^is-|^step--now$|^field--changed$/;
  const states = new Set<string>();
  const describeElement = (element: Element, state: string) =>
    `${element.tagName.toLowerCase()}.${element.className} ${state}`;
  const compare = (element: Element, state: string, remove: () => void, restore: () => void) => {
    const description = describeElement(element, state);
    if (states.has(description) || !element.checkVisibility()) return;
    const before = getLook(element);
    remove();
    const differs = getLook(element) !== before;
    restore();
    if (differs) states.add(description);
  };
  for (const flag of FLAGS)
    for (const element of document.querySelectorAll(`[${flag}]:not([${flag}='false'])`)) {
      const value = element.getAttribute(flag) ?? '';
      const off = () => (flag === 'aria-current' ? element.removeAttribute(flag) : element.setAttribute(flag, 'false'));
      compare(element, flag, off, () => element.setAttribute(flag, value));
    }
  for (const input of document.querySelectorAll<HTMLInputElement>('input:checked')) {
    const group = input.closest('label') ?? input;
    // The browser draws native controls differently when they are checked.
    if (isForced && getComputedStyle(input).appearance !== 'none') states.add(describeElement(group, 'checked'));
    compare(
      group,
      'checked',
      () => (input.checked = false),
      () => (input.checked = true),
    );
  }
  for (const element of document.querySelectorAll('[class*="is-"], [class*="--"]'))
    for (const name of [...element.classList]) {
      if (!CLASSES.test(name)) continue;
      const classes = element.getAttribute('class')!;
      compare(
        element,
        name,
        () => element.classList.remove(name),
        () => element.setAttribute('class', classes),
      );
    }
  document.adoptedStyleSheets.pop();
  return [...states];
}

/** Lists controls without text, picture or edge, fields without an edge, and icons in the colour of the background. */
function listInvisibleControls(): string[] {
  const isOpaque = (colour: string) => colour !== 'transparent' && !/^rgba\(.*, 0\)$/.test(colour);
  const hasEdge = (element: Element | null): boolean => {
    if (!element) return false;
    const style = getComputedStyle(element);
    const sides = ['Top', 'Bottom'] as const;
    const isDrawn = sides.some(
      (side) =>
        style[`border${side}Style`] !== 'none' &&
        Number.parseFloat(style[`border${side}Width`]) > 0 &&
        isOpaque(style[`border${side}Color`]),
    );
    return isDrawn || (style.outlineStyle !== 'none' && Number.parseFloat(style.outlineWidth) > 0);
  };
  const getBackground = (element: Element | null): string => {
    if (!element) return '255, 255, 255';
    const { backgroundColor } = getComputedStyle(element);
    const [, rgb, alpha] = /^rgba?\((\d+, \d+, \d+)(?:, ([\d.]+))?\)$/.exec(backgroundColor) ?? [];
    return rgb && alpha !== '0' ? rgb : getBackground(element.parentElement);
  };
  const describeElement = (element: Element) => `${element.tagName.toLowerCase()}.${element.className}`;
  const found: string[] = [];
  const isShown = (element: Element) => {
    const { width, height } = element.getBoundingClientRect();
    // What `content-visibility` skips outside the window has no text to find.
    const options = { opacityProperty: true, visibilityProperty: true, contentVisibilityAuto: true };
    return element.checkVisibility(options) && width > 1 && height > 1;
  };
  const FIELDS = 'input:not([type=hidden], [type=checkbox], [type=radio], [type=file], [type=range]), textarea, select';
  for (const field of document.querySelectorAll(FIELDS)) {
    if (!isShown(field)) continue;
    const around = [field, field.parentElement, field.parentElement?.parentElement ?? null];
    if (!around.some(hasEdge) && getComputedStyle(field).appearance === 'none')
      found.push(`no edge: ${describeElement(field)}`);
  }
  for (const box of document.querySelectorAll<HTMLInputElement>('input[type=checkbox], input[type=radio]')) {
    if (!isShown(box) || getComputedStyle(box).appearance !== 'none') continue;
    if (!hasEdge(box)) found.push(`no edge: ${describeElement(box)}`);
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
    if (!isPictured && !isPainted && !isCover && !hasEdge(control))
      found.push(`invisible: ${describeElement(control)}`);
  }
  for (const element of document.querySelectorAll('main *, header *, dialog[open] *, footer *')) {
    for (const part of ['', '::before', '::after']) {
      const style = getComputedStyle(element, part);
      if (style.maskImage === 'none' || (part !== '' && style.content === 'none')) continue;
      if (!isShown(element) || !/url\(/.test(style.maskImage)) continue;
      const [, paint] = /^rgba?\((\d+, \d+, \d+)/.exec(style.backgroundColor) ?? [];
      const background = getBackground(part === '' ? element.parentElement : element);
      if (paint === background) found.push(`background colour: ${describeElement(element)}${part}`);
    }
  }
  return [...new Set(found)];
}

/** Lists controls without a visible focus. Tests the first control of each class. */
function listWithoutFocusRing(): string[] {
  const isOutlined = (element: Element, part?: string) => {
    const { outlineStyle, outlineWidth, borderTopWidth } = getComputedStyle(element, part);
    if (part) return Number.parseFloat(borderTopWidth) > 0 || outlineStyle !== 'none';
    return outlineStyle !== 'none' && Number.parseFloat(outlineWidth) > 0;
  };
  const inside = document.querySelector('dialog[open]') ?? document;
  const CONTROLS = 'a[href], button, input:not([type=hidden]), select, textarea, summary, [tabindex="0"]';
  const found: string[] = [];
  const tested = new Set<string>();
  for (const control of inside.querySelectorAll<HTMLElement>(CONTROLS)) {
    const name = `${control.tagName.toLowerCase()}.${control.className}`;
    if (tested.has(name) || !control.checkVisibility({ visibilityProperty: true })) continue;
    tested.add(name);
    control.focus({ preventScroll: true });
    if (document.activeElement !== control || !control.matches(':focus-visible')) continue;
    const around = [control, control.parentElement, control.parentElement?.parentElement, control.closest('label')];
    const isVisible =
      around.some((element) => element && isOutlined(element)) ||
      [...control.querySelectorAll('*')].some((element) => isOutlined(element)) ||
      ['::before', '::after'].some(
        (part) => getComputedStyle(control, part).content !== 'none' && isOutlined(control, part),
      );
    if (!isVisible) found.push(name);
  }
  return found;
}
