import type { Locator, Page } from 'playwright-core';
import { PASSWORD } from './people.ts';

export const dialog = (page: Page): Locator => page.getByRole('dialog');

/** Returns the text field with this label. */
export const box = (page: Page, name: string): Locator => page.getByRole('textbox', { name, exact: true });

export async function fill(page: Page, values: Readonly<Record<string, string>>): Promise<void> {
  for (const [name, value] of Object.entries(values)) await box(page, name).fill(value);
}

/** Returns the values of these fields. */
export async function typed(page: Page, names: readonly string[]): Promise<Record<string, string>> {
  const pairs = names.map(async (name) => [name, await box(page, name).inputValue()] as const);
  return Object.fromEntries(await Promise.all(pairs));
}

/** Returns the error message of a field; null without an error. */
export function getFieldError(page: Page, name: string): Promise<string | null | undefined> {
  return box(page, name).evaluate((it) => {
    const ids = it.getAttribute('aria-invalid') === 'true' ? it.getAttribute('aria-describedby') : null;
    return ids && document.getElementById(ids.split(' ')[0]!)?.textContent;
  });
}

/** Returns the name, or else the text, of the focused element. */
export function focused(page: Page): Promise<string | null | undefined> {
  return page.evaluate(() => document.activeElement?.getAttribute('name') ?? document.activeElement?.textContent);
}

/** Logs in with the open login dialog. */
export async function logIn(page: Page, email: string, password = PASSWORD): Promise<void> {
  await fill(page, { Email: email, Password: password });
  await dialog(page).getByRole('button', { name: 'Log In' }).click();
}
