import { cannotFind } from './common-messages.ts';
import { formatCount } from './numbers.ts';

export const HISTORY_BEGAN = 'Recorded when the history began';
export const IN_THE_BACK_OFFICE = 'in the back office';
export const AT_AN_UPGRADE = 'at an upgrade of the site';
export const VERSION_NOT_FOUND = cannotFind('version');
export const deletedSince = (count: number, noun: 'image' | 'picture') =>
  `${formatCount(count, noun)} of this version ${count === 1 ? 'was' : 'were'} deleted and cannot be restored.`;
