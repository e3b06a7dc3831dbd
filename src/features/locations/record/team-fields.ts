import { z } from 'zod';
import { typedText } from '../registering/schema.ts';

export const TEAM_TEXT = [
  'attribution',
  'visitedby',
  'style',
  'parking',
  'noise',
  'access',
  'previoususe',
  'remarks',
  'internalteamnotes',
  'migrationnotes',
] as const;
const TEAM_DAYS = ['datevisited', 'datefirstcontacted', 'datefinalcontact'] as const;
type TeamText = (typeof TEAM_TEXT)[number] | (typeof TEAM_DAYS)[number];

/** The fields of a location that only the Locations Team fills, and but for the attribution and what is featured only it sees. */
export interface TeamFields extends Record<TeamText, string> {
  readonly exporttowebsite: boolean | null;
  readonly visited: boolean | null;
  readonly featured: boolean;
  /** The legacy id. */
  readonly locationidentifier: number | null;
}
export type TeamField = keyof TeamFields;

/** The fields as they are sent: text is checked when it is saved. */
export const sentTeamFields = z.object({
  ...(Object.fromEntries([...TEAM_TEXT, ...TEAM_DAYS].map((field) => [field, typedText])) as Record<
    TeamText,
    typeof typedText
  >),
  exporttowebsite: z.boolean().nullable(),
  visited: z.boolean().nullable(),
  featured: z.boolean(),
  locationidentifier: z.number().nullable(),
});

export const TEAM_FIELDS = Object.keys(sentTeamFields.shape) as readonly TeamField[];

export const typedTeamFields = sentTeamFields.partial();
export type SentTeamFields = z.output<typeof typedTeamFields>;
