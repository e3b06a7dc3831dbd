/** Runs the steps of a journey in order, and records how long they took. Stops at the first that fails. */
export interface StepResult {
  readonly title: string;
  readonly seconds: number;
  /** The measured or observed result. */
  readonly detail: string;
}

export const results: StepResult[] = [];

export async function step(title: string, work: () => Promise<string | void> | string | void): Promise<void> {
  const start = performance.now();
  try {
    const detail = (await work()) ?? '';
    const seconds = (performance.now() - start) / 1000;
    results.push({ title, seconds, detail });
    console.log(`ok    ${seconds.toFixed(1).padStart(6)} s  ${title}${detail && `: ${detail}`}`);
  } catch (error) {
    console.log(`FAIL  ${title}`);
    throw error;
  }
}

export function assert(condition: unknown, message: string): asserts condition {
  if (!condition) throw new Error(message);
}

/** Repeats a check until it succeeds. */
export async function waitFor(what: string, check: () => Promise<boolean>, timeoutMs = 300_000): Promise<void> {
  for (const until = Date.now() + timeoutMs; Date.now() < until;) {
    if (await check().catch(() => false)) return;
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
  throw new Error(`${what}: not within ${timeoutMs / 1000} s`);
}
