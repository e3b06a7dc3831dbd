import { Refusal } from '../platform/db/refusal.ts';
import type { PageHandler } from './rendering.ts';

const ENTRY = new URL('../../dist/server/server.js', import.meta.url);

/** The pages as `npm run build` made them. */
export async function builtPages(): Promise<PageHandler> {
  try {
    const built = (await import(ENTRY.href)) as { default: PageHandler };
    return built.default;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ERR_MODULE_NOT_FOUND')
      throw new Refusal('The pages are not built: run `npm run build` first.');
    throw error;
  }
}
