import { formatNumber } from '../../platform/text/numbers.ts';

export const ENTER_NAME = 'Enter the name.';
export const NO_SUCH_COMPANY = 'This company does not exist any more.';
export const NO_SUCH_PERSON = 'This person does not exist any more.';
export const SAVED_MEANWHILE = 'Somebody else has saved changes meanwhile. Please check the values and save again.';
export const COMPANY_SAVED = 'Company saved';
export const PERSON_SAVED = 'Person saved';
export const COMPANY_DELETED = 'Company deleted';
export const PERSON_DELETED = 'Person deleted';
export const COMPANY_IN_USE =
  'This company is in use, so it cannot be deleted. Remove it where it is used, or merge it.';
export const PERSON_IN_USE =
  'This person is in use, so they cannot be deleted. Remove them where they are used, or merge them.';
export const COMPANIES_MERGED = 'Companies merged';
export const PEOPLE_MERGED = 'People merged';
export const CHOOSE_TWO = 'Choose two different entries to merge.';
export const USED_MEANWHILE = 'Somebody has used the entry meanwhile that is to be merged. Please try again.';
export const NOT_ALIKE = 'These two have no name, email address or telephone number in common any more.';
export const DECISION_SAVED = 'Decision saved';
export const RESTORED = 'Version restored';
export const NOTHING_TO_RESTORE = 'The present values are the same as those of this version.';
export const COMPANY_DELETED_SINCE = 'Company: it was deleted since, so the present one stays';

export const companyLimit = (max: number) =>
  `There can be at most ${formatNumber(max)} companies. Delete one to add another.`;
export const personLimit = (max: number) =>
  `There can be at most ${formatNumber(max)} people. Delete one to add another.`;
