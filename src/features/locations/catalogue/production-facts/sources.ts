import type { FactSource } from './schema.ts';

/** Who says what a production fact is. */
export const SOURCE_LABELS: Readonly<Record<FactSource, string>> = {
  OWNER: 'Owner',
  TEAM: 'Team visit',
  CREW: 'Crew after a shoot',
};
