import { z } from 'zod';
import { regionRules } from '../geography/region-rules.ts';
import { picture } from '../media/schema.ts';

/** Pages that the product needs. They have routes of their own; all other pages are shown at `/{name}`. */
export const SYSTEM_PAGES = [
  'home',
  'find-a-location',
  'location-details',
  'contact-us',
  'location-enquiry',
  'reset-password',
  'boards',
  'archived-boards',
  'private-boards',
  'locations',
  'location-form',
  'verify-email',
  'email-not-verified',
] as const;

/** Origins whose pages may be embedded in a frame; the content security policy allows the same. */
export const FRAME_ORIGINS = [
  'https://www.openstreetmap.org',
  'https://www.youtube-nocookie.com',
  'https://player.vimeo.com',
] as const;

/** Whether a URL is of one of FRAME_ORIGINS. */
export function isEmbeddable(url: string): boolean {
  return URL.canParse(url) && (FRAME_ORIGINS as readonly string[]).includes(new URL(url).origin);
}

const link = z.object({ label: z.string(), href: z.string() });

const card = z.object({
  title: z.string(),
  text: z.string().nullable(),
  link: link.nullable(),
  image: picture.nullable(),
});

/** The content fields of a page. HTML is sanitised when it is saved and again when it is sent. */
export const pageContent = z.object({
  name: z.string(),
  title: z.string(),
  description: z.string().nullable(),
  banner: z
    .object({
      image: picture.nullable(),
      title: z.string(),
      caption: z.string().nullable(),
      searchLabel: z.string().nullable(),
      hasEffect: z.boolean(),
    })
    .nullable(),
  content: z.string().nullable(),
  externalUrl: z.string().nullable(),
  externalContentWidth: z.string(),
  externalContentHeight: z.string(),
  contact: z.object({ title: z.string(), text: z.string(), telephone: z.string(), email: z.string() }).nullable(),
  enquire: z.object({ title: z.string(), text: z.string(), button: z.string() }).nullable(),
  footerEnquire: z.object({ title: z.string(), text: z.string(), button: z.string() }).nullable(),
  cards: z.array(card),
  panelCards: z.array(card),
  /** `category` is the option whose number of locations the slide shows. */
  carousel: z
    .object({ title: z.string(), slides: z.array(card.extend({ category: z.string().nullable() })) })
    .nullable(),
  updatedAt: z.string(),
});
export type PageContent = z.infer<typeof pageContent>;

export const menuContent = z.object({ groups: z.array(z.object({ title: z.string(), links: z.array(link) })) });
export const footerContent = z.object({
  strapline: z.string(),
  columns: z.array(z.object({ title: z.string(), links: z.array(link) })),
  legal: z.array(link),
});
export type MenuContent = z.infer<typeof menuContent>;
export type FooterContent = z.infer<typeof footerContent>;

const organisation = z.object({ name: z.string(), url: z.string() });

export const siteContent = z.object({
  name: z.string(),
  /** Origin of the site, without a trailing slash. */
  url: z.string(),
  agency: organisation,
  creativeAgency: organisation,
  mailbox: z.string(),
  telephone: z.string(),
  /** The year of the copyright notice. */
  year: z.number(),
  /** URL of a MapLibre style that replaces the built-in base map; {theme} stands for light or dark. */
  mapStyleUrl: z.string().nullable(),
  /** The identity provider of the Locations Team and film offices, and whether they may use a password too; null without single sign-on. */
  singleSignOn: z.object({ name: z.string(), teamPasswords: z.boolean() }).nullable(),
  region: regionRules,
});
export type SiteContent = z.infer<typeof siteContent>;
