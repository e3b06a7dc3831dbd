import { z } from 'zod';
import { singleLine } from '../../../platform/field-schemas.ts';
import { RESERVED_URLS } from '../../locations/schema.ts';
import { picture } from '../../media/schema.ts';
import { FRAME_ORIGINS, SYSTEM_PAGES, footerContent, isEmbeddable, menuContent, pageContent } from '../schema.ts';

const TITLE_LENGTH = 150;
const TEXT_LENGTH = 1_000;
const LABEL_LENGTH = 120;
const ADDRESS_LENGTH = 500;
const HTML_LENGTH = 100_000;
const NAME_LENGTH = 100;
const MAX_CARDS = 40;
const MAX_LINKS = 40;

const maxLengthMessage = (length: number) => `Use at most ${length.toLocaleString('en-GB')} characters.`;
const requiredLine = (length: number, missing: string) =>
  singleLine.min(1, missing).max(length, maxLengthMessage(length));
const optionalLine = (length: number) => singleLine.max(length, maxLengthMessage(length)).nullable();
const paragraph = z.string().trim().max(TEXT_LENGTH, maxLengthMessage(TEXT_LENGTH));

/** A path on this site, a fragment, an HTTPS URL, or a mailto: or tel: link. */
const ADDRESS =
  /^(?:\/(?![/\\])[^\s\\]*|#[\w-]+|https:\/\/[^\s/.]+\.[^\s]+|mailto:\S+@\S+|mailto:\{\{mailbox\}\}|tel:\S.*)$/;

/** The target of a link. */
export const linkAddress = requiredLine(ADDRESS_LENGTH, 'Say where the link leads.').regex(
  ADDRESS,
  'Begin with / for a page of this site, or with https:// for another one.',
);

const link = z.object({ label: requiredLine(LABEL_LENGTH, 'Say what the link is called.'), href: linkAddress });
const links = z.array(link).max(MAX_LINKS);

/** A picture of a page. Its size is read from the database. */
const chosenPicture = z.object({
  sha256: z.string().regex(/^[0-9a-f]{64}$/),
  alt: singleLine.max(300, maxLengthMessage(300)),
  caption: optionalLine(300),
  credit: optionalLine(200),
  licence: optionalLine(200),
  focal: z.object({ x: z.number().min(0).max(1), y: z.number().min(0).max(1) }),
});

/** The processing state of a picture that was uploaded for a page. */
export const sentPicture = z.object({
  id: z.string(),
  state: z.enum(['PROCESSING', 'READY', 'REFUSED']),
  /** Why it was refused, as shown to the user. */
  problem: z.string().nullable(),
  picture: picture.nullable(),
});
export type SentPicture = z.infer<typeof sentPicture>;

const card = z.object({
  title: requiredLine(TITLE_LENGTH, 'Give it a title.'),
  text: paragraph.nullable(),
  link: link.nullable(),
  image: chosenPicture.nullable(),
});
const cards = z.array(card).max(MAX_CARDS);
const block = z.object({
  title: requiredLine(TITLE_LENGTH, 'Give it a title.'),
  text: paragraph,
  button: requiredLine(LABEL_LENGTH, 'Say what the button does.'),
});
const frameLength = (pattern: RegExp, example: string) => z.string().trim().regex(pattern, `Write it as ${example}.`);

/** The editable fields of a page. */
export const pageFields = z.object({
  title: requiredLine(TITLE_LENGTH, 'Give the page a title.'),
  description: optionalLine(300),
  banner: z
    .object({
      image: chosenPicture.nullable(),
      title: requiredLine(TITLE_LENGTH, 'Give the banner a title.'),
      caption: optionalLine(TITLE_LENGTH),
      searchLabel: optionalLine(LABEL_LENGTH),
      hasEffect: z.boolean(),
    })
    .nullable(),
  content: z.string().max(HTML_LENGTH, maxLengthMessage(HTML_LENGTH)).nullable(),
  externalUrl: singleLine
    .max(ADDRESS_LENGTH, maxLengthMessage(ADDRESS_LENGTH))
    .refine(isEmbeddable, `Only pages of these sites can be embedded: ${FRAME_ORIGINS.join(', ')}.`)
    .nullable(),
  externalContentWidth: frameLength(/^\d{1,4}(?:px|%)$/, '100% or 640px'),
  externalContentHeight: frameLength(/^\d{1,4}px$/, '450px'),
  contact: z
    .object({
      title: requiredLine(TITLE_LENGTH, 'Give it a title.'),
      text: paragraph,
      telephone: requiredLine(LABEL_LENGTH, 'Give a telephone number.'),
      email: requiredLine(254, 'Give an e-mail address.'),
    })
    .nullable(),
  enquire: block.nullable(),
  footerEnquire: block.nullable(),
  cards,
  panelCards: cards,
  carousel: z
    .object({
      title: requiredLine(TITLE_LENGTH, 'Give it a title.'),
      slides: z.array(card.extend({ category: optionalLine(LABEL_LENGTH) })).max(MAX_CARDS),
    })
    .nullable(),
});
export type PageFields = z.infer<typeof pageFields>;

const group = z.object({ title: requiredLine(LABEL_LENGTH, 'Give the group a title.'), links });
export const menuFields = z.object({ groups: z.array(group).max(12) });
export const footerFields = z.object({
  strapline: singleLine.max(300, maxLengthMessage(300)),
  columns: z.array(group).max(6),
  legal: links,
});

/** First path segments, and names under /admin/content, that are in use otherwise. */
const RESERVED_NAMES = new Set([...SYSTEM_PAGES, 'assets', 'basemap', 'dev', 'footer', 'menu', 'options', 'sitemaps']);

/** The path of a page that the agency creates, without the leading slash. */
export const pageName = z
  .string()
  .trim()
  .min(1, 'Give the page an address.')
  .max(NAME_LENGTH, maxLengthMessage(NAME_LENGTH))
  .regex(/^[a-z0-9]+(?:-[a-z0-9]+)*$/, 'Use lower-case letters, digits and single hyphens, such as filming-in-winter.')
  .refine(
    (name) => !RESERVED_URLS.has(name) && !RESERVED_NAMES.has(name),
    'This address is one of the site’s own. Choose another.',
  );

const editedPageContent = pageContent.omit({ name: true, updatedAt: true });
export type EditedPageContent = z.infer<typeof editedPageContent>;

/** Content with its published version and its draft. */
function edited<Content extends z.ZodType>(content: Content) {
  return z.object({
    name: z.string(),
    /** Sent back as the expected version with every change. */
    version: z.number(),
    /** Null until it is first published. */
    published: content.nullable(),
    /** Null without unpublished changes. */
    draft: content.nullable(),
    savedAt: z.string().nullable(),
    /** First and last name of the user who saved it last; null if unknown. */
    savedBy: z.string().nullable(),
  });
}
export const editedPage = edited(editedPageContent).extend({
  /** With its placeholders filled. */
  title: z.string(),
  /** Whether it is one of SYSTEM_PAGES, which cannot be deleted. */
  system: z.boolean(),
});
export const editedMenu = edited(menuContent);
export const editedFooter = edited(footerContent);
export type EditedPage = z.infer<typeof editedPage>;

/** A page in the list of content. */
export const listedPage = z.object({
  name: z.string(),
  title: z.string(),
  system: z.boolean(),
  publishedAt: z.string().nullable(),
  /** When its draft was saved; null without a draft. */
  draftAt: z.string().nullable(),
});
export type ListedPage = z.infer<typeof listedPage>;

export function formatPageKind({ system }: Pick<ListedPage, 'system'>): string {
  return system ? 'Needed by the site' : 'Own page';
}

export function formatPublishingState(published: boolean, draftAt: string | null): string {
  if (draftAt === null) return 'Published';
  return published ? 'Published, with a draft' : 'Draft';
}

/** Returns when the draft, or else the published page, was last changed. */
export function getChangedAt({ publishedAt, draftAt }: Pick<ListedPage, 'publishedAt' | 'draftAt'>): string | null {
  return draftAt ?? publishedAt;
}
