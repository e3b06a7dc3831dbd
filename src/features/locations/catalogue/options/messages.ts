import { cannotFind } from '../../../../platform/text/common-messages.ts';
import { formatCount } from '../../../../platform/text/numbers.ts';

export const hasBeenDeleted = (name: string) => `“${name}” has been deleted.`;
export const optionLimit = (max: number) => `A list can have at most ${max} options. Delete one that no location has.`;
export const OPTION_NOT_FOUND = cannotFind('option');
export const OPTIONS_CHANGED = 'Somebody else has changed this list since you opened it.';
export const ENTER_OPTION = 'Enter a name.';
export const OPTION_CHARACTERS = 'A name cannot contain the character |.';
export const noSuchOption = (name: string) => `The list has no “${name}”.`;
export const optionExists = (name: string) => `The list has “${name}” already.`;
export const optionRenamed = (name: string) => `Somebody else has renamed this to “${name}”.`;
export const formatLocationsHave = (locations: number) =>
  `${formatCount(locations, 'location')} ${locations === 1 ? 'has' : 'have'}`;
export const optionInUse = (name: string, locations: number) =>
  `${formatLocationsHave(locations)} “${name}”. Only options that no location has can be deleted.`;
export const isInUse = (name: string) => `“${name}” is in use`;
export const officeInUse = (name: string, accounts: number) =>
  `${formatCount(accounts, 'account')} ${accounts === 1 ? 'belongs' : 'belong'} to “${name}”. Give them another film office first.`;
export const optionIsNow = (from: string, to: string) => `“${from}” is now “${to}”.`;
