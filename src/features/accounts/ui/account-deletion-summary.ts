import { formatCount, formatNumber } from '../../../platform/text/numbers.ts';
import type { AccountData } from '../administration/schema.ts';

/** Describes the data that is deleted with an account, one line each. */
export function getDeletedItems(deleted: AccountData): string[] {
  const { boards, archived_boards, shares, public_links, shared_boards, locations, published_locations } = deleted;
  const shared = [
    shares > 0 && `shared with ${formatCount(shares, 'address', 'addresses')}`,
    public_links > 0 && formatCount(public_links, 'public link'),
  ].filter((part) => part !== false);
  return [
    boards > 0 &&
      [
        formatCount(boards, 'board'),
        archived_boards > 0 && ` (${archived_boards} archived)`,
        shared.length > 0 && `, ${shared.join(', ')}`,
      ]
        .filter(Boolean)
        .join(''),
    shared_boards > 0 && `access to ${formatCount(shared_boards, 'board')} of other users`,
    locations > 0 &&
      `${formatCount(locations, 'location')}, ${published_locations === 0 ? 'none published' : `${formatNumber(published_locations)} of them on the website`}, with images, contacts and documents`,
  ].filter((line) => line !== false);
}
