import type { LogoDetails } from '../../../media/schema.ts';
import type { LookBookFormat, LookBookSettings } from '../schema.ts';

/** The contents of a look-book: all texts are clean, and every picture is a file in the folder of the job. */
export interface LookBook {
  readonly title: string;
  /** For whom or by whom it is; empty for none. */
  readonly subtitle: string;
  readonly siteName: string;
  /** The language of the site (BCP 47). */
  readonly language: string;
  /** How much it has, as '12 locations'. */
  readonly summary: string;
  /** The cost of all its locations; empty unless known and chosen. */
  readonly cost: string;
  /** The day it is made, in words. */
  readonly day: string;
  /** The name and the email address of who has made it; empty unless chosen. */
  readonly preparedBy: readonly string[];
  /** #rrggbb */
  readonly colour: string;
  readonly format: LookBookFormat;
  readonly photographsPerPage: LookBookSettings['photographsPerPage'];
  readonly logo: LookBookLogo | null;
  /** Of the primary location, if that has one. */
  readonly cover: LookBookPhotograph | null;
  /** Whether a PDF has a page of contents. */
  readonly hasContents: boolean;
  /** The labels of what the board says of its locations, as far as it was chosen. */
  readonly boardLabels: readonly string[];
  readonly sections: readonly LookBookSection[];
}

export interface LookBookLogo extends LogoDetails {
  readonly file: string;
  readonly alt: string;
}

/** Locations that belong together: those of a section, or those without one. */
export interface LookBookSection {
  /** From 1; null for locations without a section. */
  readonly number: number | null;
  /** Null on a board without sections. */
  readonly title: string | null;
  /** Which location is locked in, or how many there are to choose from. */
  readonly status: string;
  /** The notes on the section, if they were chosen; empty for none. */
  readonly note: string;
  /** The cost of its location, as text; empty unless known and chosen. */
  readonly cost: string;
  /** How many locations are on the first page that compares them. */
  readonly firstCount: number;
  /** The one that is locked in comes first, those that have refused come last. */
  readonly locations: readonly LookBookLocation[];
}

export interface LookBookLocation {
  readonly title: string;
  /** The nearest town and the area. */
  readonly place: string;
  /** The page of the location on the site. */
  readonly url: string;
  readonly description: string;
  /** Whether it was chosen for its section. */
  readonly isLockedIn: boolean;
  /** Whether it is named only: without photographs and credits. */
  readonly isRefused: boolean;
  /** The note of the board, if it was chosen; empty for none. */
  readonly note: string;
  /** State, cost and numbers of answers, as far as they were chosen. */
  readonly board: readonly LabelledText[];
  readonly facts: readonly LabelledText[];
  /** Whose consent filming requires: a line for each area; empty for none, and unless facts were chosen. */
  readonly permissions: string;
  /** Guests' answers, if they were chosen. */
  readonly answers: readonly GuestAnswer[];
  /** How many answers more there are; empty for none. */
  readonly furtherAnswers: string;
  /** The map with the public position, if it was chosen and the position is public. */
  readonly map: { readonly file: string; readonly alt: string; readonly credit: string } | null;
  readonly photographs: readonly LookBookPhotograph[];
  /** The credits that the sources of the data require; empty ones do not count. */
  readonly attributions: readonly string[];
}

interface LabelledText {
  readonly label: string;
  readonly value: string;
}

export interface GuestAnswer {
  /** Name and role. */
  readonly guest: string;
  /** Their answers about the location and its photographs, in words; empty without any. */
  readonly answer: string;
  /** Empty for none. */
  readonly comment: string;
}

export interface LookBookPhotograph {
  readonly file: string;
  /** Width to height. */
  readonly ratio: number;
  readonly alt: string;
  readonly caption: string;
  /** Photographer and licence; empty if unknown. */
  readonly credit: string;
  /** Its number on the location, and how many guests say what; empty unless chosen, and for none. */
  readonly tally: string;
  /** The point that every crop shows, as fractions from the top left corner. */
  readonly focal: { readonly x: number; readonly y: number };
}

/** Returns all photographs in their order. */
export function listPhotographs({ sections }: Pick<LookBook, 'sections'>): LookBookPhotograph[] {
  return sections.flatMap(({ locations }) => locations.flatMap(({ photographs }) => photographs));
}

/** Whether a section has a page that compares its locations. */
export function hasOverview({ locations }: LookBookSection): boolean {
  return locations.length > 1 || locations.every(({ isRefused }) => isRefused);
}

/** Returns the line below a photograph. */
export function getCaption({ caption, credit, tally }: LookBookPhotograph): string {
  return [caption, credit, tally].filter((text) => text !== '').join(' · ');
}

/** Photographs beside the first one of a location, when there are four on a page. */
const STRIP = 3;

/** Returns the photographs of a location by their places: the first one, those beside it, and those of each page after that. */
export function arrangePhotographs<Photograph>(
  photographs: readonly Photograph[],
  photographsPerPage: LookBook['photographsPerPage'],
) {
  const [first, ...others] = photographs;
  const strip = photographsPerPage === 4 ? others.splice(0, STRIP) : [];
  const pages = Array.from({ length: Math.ceil(others.length / photographsPerPage) }, (_, page) =>
    others.slice(page * photographsPerPage, (page + 1) * photographsPerPage),
  );
  return { first, strip, pages };
}

/** Returns the URL of a page as it is printed. */
export function getShownUrl({ url }: Pick<LookBookLocation, 'url'>): string {
  return url.replace(/^https?:\/\//, '');
}

/** Returns who is to be credited, by location. */
export function listCredits({ sections }: Pick<LookBook, 'sections'>): { title: string; text: string }[] {
  return sections.flatMap(({ locations }) =>
    locations.flatMap(({ title, attributions, photographs }) => {
      const credits = new Set(
        [...photographs.map(({ credit }) => credit), ...attributions].filter((text) => text !== ''),
      );
      return credits.size > 0 ? [{ title, text: [...credits].join('\n') }] : [];
    }),
  );
}
