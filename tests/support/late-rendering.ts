import type { BrowserContext, Page } from 'playwright-core';

/** Delay of `npm run test:slow` in milliseconds from a change of state until it is rendered. */
const { LATE_RENDERING_MS } = process.env;

/** Makes React render late, if the environment says so. */
export async function renderLateIfTold(context: BrowserContext): Promise<void> {
  if (LATE_RENDERING_MS) await renderLate(context, Number(LATE_RENDERING_MS));
}

/**
 * Makes the pages that are opened from now on render late by milliseconds, as on a busy computer. What happens in between must not be lost.
 * @param target a fresh page or context, since it stays so
 */
export async function renderLate(target: Page | BrowserContext, milliseconds: number): Promise<void> {
  await target.addInitScript(delayMessages, milliseconds);
}

/** Delays the messages of message channels, in which React renders. */
function delayMessages(milliseconds: number): void {
  // Tests may replace it by that of their own clock.
  const { setTimeout: wait } = globalThis;
  const post = MessagePort.prototype.postMessage as (message: unknown) => void;
  MessagePort.prototype.postMessage = function late(this: MessagePort, message: unknown) {
    wait(() => post.call(this, message), milliseconds);
  };
}
