export const officeMayLose = (office: string, enquiries: string, title: string) =>
  `${office} sees ${enquiries} because of “${title}”. It no longer does if the merged location is outside its area.`;
export const PAIR_NOT_FOUND = 'These two locations are no longer likely duplicates.';
export const ALREADY_DISMISSED = 'Somebody has already decided that these are two different locations.';
export const NOT_DISMISSED = 'These two locations are likely duplicates already.';
