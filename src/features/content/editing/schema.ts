import { z } from 'zod';
import { singleLine, urlNameFormat } from '../../../platform/field-schemas.ts';
import { RESERVED_URLS } from '../../locations/schema.ts';
import { picture } from '../../media/schema.ts';
import { FRAME_ORIGINS, SYSTEM_PAGES, footerContent, mayBeFramed, menuContent, pageContent } from '../schema.ts';
import { ENTER_TITLE, ENTER_TELEPHONE, ENTER_EMAIL } from '../../../platform/messages.ts';
import { URL_RESERVED } from '../../locations/messages.ts';
import {
  ENTER_PAGE_TITLE,
  ENTER_PAGE_ADDRESS,
  ENTER_BANNER_TITLE,
  ENTER_GROUP_TITLE,
  ENTER_LINK_ADDRESS,
  ENTER_LINK_TEXT,
  ENTER_BUTTON_TEXT,
  LINK_ADDRESS_FORMAT,
  enterAs,
  embeddableSites,
} from '../messages.ts';

const TITLE_LENGTH = 150;
const TEXT_LENGTH = 1_000;
const LABEL_LENGTH = 120;
const ADDRESS_LENGTH = 500;
const HTML_LENGTH = 100_000;
const NAME_LENGTH = 100;
/** Of one kind on a page: nobody looks at more. */
const MOST_CARDS = 40;
const MOST_LINKS = 40;

const lineOf = (length: number, missing: string) => singleLine.min(1, missing).max(length);
const maybe = (length: number) => singleLine.max(length).nullable();
const paragraph = z.string().trim().max(TEXT_LENGTH);

/** A part of this site or of a page, another site over HTTPS, or a way to reach somebody. */
const ADDRESS =
  /^(?:\/(?![/\\])[^\s\\]*|#[\w-]+|https:\/\/[^\s/.]+\.[^\s]+|mailto:\S+@\S+|mailto:\{\{mailbox\}\}|tel:\S.*)$/;

/** Where a link leads, as the Locations Team writes it. */
export const linkAddress = lineOf(ADDRESS_LENGTH, ENTER_LINK_ADDRESS).regex(ADDRESS, LINK_ADDRESS_FORMAT);

const link = z.object({ label: lineOf(LABEL_LENGTH, ENTER_LINK_TEXT), href: linkAddress });
const links = z.array(link).max(MOST_LINKS);

/** A picture as a page chooses it; its size is known already. */
const chosenPicture = z.object({
  sha256: z.string().regex(/^[0-9a-f]{64}$/),
  alt: singleLine.max(300),
  caption: maybe(300),
  credit: maybe(200),
  licence: maybe(200),
  focal: z.object({ x: z.number().min(0).max(1), y: z.number().min(0).max(1) }),
});

/** What has become of a picture that was sent for a page. */
export const sentPicture = z.object({
  id: z.string(),
  /** PROCESSING until it can be shown. */
  state: z.enum(['PROCESSING', 'READY', 'REFUSED']),
  /** Why it was refused, in words for who sent it. */
  problem: z.string().nullable(),
  picture: picture.nullable(),
});
export type SentPicture = z.infer<typeof sentPicture>;

const card = z.object({
  title: lineOf(TITLE_LENGTH, ENTER_TITLE),
  text: paragraph.nullable(),
  link: link.nullable(),
  image: chosenPicture.nullable(),
});
const cards = z.array(card).max(MOST_CARDS);
const block = z.object({
  title: lineOf(TITLE_LENGTH, ENTER_TITLE),
  text: paragraph,
  button: lineOf(LABEL_LENGTH, ENTER_BUTTON_TEXT),
});
const frameLength = (pattern: RegExp, example: string) => z.string().trim().regex(pattern, enterAs(example));

/** What a page is saved with. */
export const pageFields = z.object({
  title: lineOf(TITLE_LENGTH, ENTER_PAGE_TITLE),
  description: maybe(300),
  banner: z
    .object({
      image: chosenPicture.nullable(),
      title: lineOf(TITLE_LENGTH, ENTER_BANNER_TITLE),
      caption: maybe(TITLE_LENGTH),
      searchLabel: maybe(LABEL_LENGTH),
      hasEffect: z.boolean(),
    })
    .nullable(),
  content: z.string().max(HTML_LENGTH).nullable(),
  externalUrl: singleLine.max(ADDRESS_LENGTH).refine(mayBeFramed, embeddableSites(FRAME_ORIGINS)).nullable(),
  externalContentWidth: frameLength(/^\d{1,4}(?:px|%)$/, '100% or 640px'),
  externalContentHeight: frameLength(/^\d{1,4}px$/, '450px'),
  contact: z
    .object({
      title: lineOf(TITLE_LENGTH, ENTER_TITLE),
      text: paragraph,
      telephone: lineOf(LABEL_LENGTH, ENTER_TELEPHONE),
      email: lineOf(254, ENTER_EMAIL),
    })
    .nullable(),
  enquire: block.nullable(),
  footerEnquire: block.nullable(),
  cards,
  panelCards: cards,
  carousel: z
    .object({
      title: lineOf(TITLE_LENGTH, ENTER_TITLE),
      slides: z.array(card.extend({ category: maybe(LABEL_LENGTH) })).max(MOST_CARDS),
    })
    .nullable(),
});
export type PageFields = z.infer<typeof pageFields>;

const group = z.object({ title: lineOf(LABEL_LENGTH, ENTER_GROUP_TITLE), links });
export const menuFields = z.object({ groups: z.array(group).max(12) });
export const footerFields = z.object({
  strapline: singleLine.max(300),
  columns: z.array(group).max(6),
  legal: links,
});

/** Parts of the site other than locations and pages, and of the back office where content is edited. */
const TAKEN = new Set([...SYSTEM_PAGES, 'assets', 'basemap', 'dev', 'footer', 'menu', 'options', 'sitemaps']);

/** The last part of the address of a page of the agency's own. */
export const pageName = z
  .string()
  .trim()
  .min(1, ENTER_PAGE_ADDRESS)
  .max(NAME_LENGTH)
  .regex(...urlNameFormat('filming-in-winter'))
  .refine((name) => !RESERVED_URLS.has(name) && !TAKEN.has(name), URL_RESERVED);

/** What a page holds, as an editor gets it. */
const pageHeld = pageContent.omit({ name: true, updatedAt: true });
export type PageHeld = z.infer<typeof pageHeld>;

/** Something that is edited: what is public of it, and what would be. */
function edited<Held extends z.ZodType>(held: Held) {
  return z.object({
    name: z.string(),
    /** To be named by what changes it. */
    version: z.number(),
    /** Null until it is published for the first time. */
    published: held.nullable(),
    /** Null where nothing waits to be published. */
    draft: held.nullable(),
    savedAt: z.string().nullable(),
    /** First and last name of who saved it last; null where that is not known. */
    savedBy: z.string().nullable(),
  });
}
export const editedPage = edited(pageHeld).extend({
  /** As everyone would read it. */
  title: z.string(),
  /** Whether the product itself needs it, so that it cannot be deleted. */
  system: z.boolean(),
});
export const editedMenu = edited(menuContent);
export const editedFooter = edited(footerContent);
export type EditedPage = z.infer<typeof editedPage>;

/** A page in the list of those that can be edited. */
export const listedPage = z.object({
  name: z.string(),
  title: z.string(),
  system: z.boolean(),
  publishedAt: z.string().nullable(),
  /** When changes that are not public yet were saved; null where there are none. */
  draftAt: z.string().nullable(),
});
export type ListedPage = z.infer<typeof listedPage>;

/** What people read of the kind of a page. */
export function kindOf({ system }: Pick<ListedPage, 'system'>): string {
  return system ? 'Needed by the site' : 'Own page';
}

/** Whether what everyone sees is all there is, in words. */
export function stateOf(published: boolean, draftAt: string | null): string {
  if (draftAt === null) return 'Published';
  return published ? 'Published, with a draft' : 'Draft';
}

/** When a page or its draft was changed last. */
export function changedAt({ publishedAt, draftAt }: Pick<ListedPage, 'publishedAt' | 'draftAt'>): string | null {
  return draftAt ?? publishedAt;
}
