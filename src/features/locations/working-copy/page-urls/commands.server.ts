import { lockByName } from '../../../../platform/db/locks.ts';
import type { Trx } from '../../../../platform/db/transaction.ts';
import { ApiError } from '../../../../platform/http/contract.ts';
import { toUrl } from '../../catalogue/fields/page-url.ts';
import { UrlRegistry } from './url-registry.ts';
import { getLocationsByUrl, getLocationsByNumberedUrl } from './queries.server.ts';

/**
 * Returns the requested page URL, or a unique one made from the title if that is empty. No other location gets it until the transaction
 * ends.
 * @throws {ApiError} INVALID when another location, or a page of the site, has the requested one
 */
export async function claimUrl(
  trx: Trx,
  { id, requested, title }: { id: string; requested: string; title: string },
): Promise<string> {
  await lockByName(trx, 'addresses of locations');
  if (!requested) return new UrlRegistry(await getLocationsByNumberedUrl(trx, toUrl(title))).assign(title, id);
  const problem = new UrlRegistry(await getLocationsByUrl(trx, requested)).claim(requested, id);
  if (problem) throw new ApiError('INVALID', problem, { locationurl: problem });
  return requested;
}
