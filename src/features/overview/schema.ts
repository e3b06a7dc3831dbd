import { z } from 'zod';

/** The figures of the overview, in the order of the page. */
export const FIGURES = {
  waiting: {
    heading: 'What waits',
    description: 'Work that is not done yet, and the days that the oldest has waited.',
  },
  age: { heading: 'Age of entries', description: 'Published locations by the time since their last change.' },
  missing: { heading: 'What is missing', description: 'Published locations with an empty public field.' },
  months: {
    heading: 'Enquiries by month',
    description: 'Enquiries received in each of the last 24 months, without spam.',
  },
  enquired: { heading: 'Most enquired about', description: 'Locations by enquiries in the last 12 months.' },
  saved: { heading: 'Most saved', description: 'Locations by the boards that they are on.' },
  'empty-searches': {
    heading: 'Searches without results',
    description: 'Searches made at least twice in the last 90 days that found nothing. We do not record who made them.',
  },
  'impact-years': {
    heading: 'Economic impact by year',
    description: 'Spend, productions and days of filming after enquiries, as entered when they were closed.',
  },
  'impact-areas': {
    heading: 'Economic impact by area',
    description:
      'The same of all years. An enquiry with several areas counts in each of them with everything; the page Impact divides what productions have brought.',
  },
  catalogue: {
    heading: 'The catalogue by area and category',
    description: 'Published locations. One with several categories counts in each of them, and once in ‘All’.',
  },
} as const;
export type FigureName = keyof typeof FIGURES;
export const FIGURE_NAMES = Object.keys(FIGURES) as [FigureName, ...FigureName[]];

/** The figures that can be limited to the area of a film office. The others are about the site as a whole. */
export const AREA_FIGURES: readonly FigureName[] = ['waiting', 'age', 'missing', 'months', 'enquired'];

export const figure = z.object({
  /** The heading of the labels, then one for each number of a row. */
  columns: z.array(z.string()),
  rows: z.array(
    z.object({
      label: z.string(),
      /** Path of the page that shows what is counted. */
      href: z.string().nullable(),
      /** Null where there is nothing to measure, such as the wait of no enquiry. */
      numbers: z.array(z.number().nullable()),
    }),
  ),
});
export type Figure = z.infer<typeof figure>;
export type FigureRow = Figure['rows'][number];
