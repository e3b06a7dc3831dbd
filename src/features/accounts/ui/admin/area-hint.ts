import type { Session } from '../../schema.ts';

/** Tells the account of a film office what a list is limited to; undefined for others. @param noun such as `Locations` */
export function getAreaHint(user: Session['user'] | null, noun: string): string | undefined {
  return user?.office ? `${noun} in the area of ${user.office}.` : undefined;
}
