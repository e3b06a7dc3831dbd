import { z } from 'zod';
import { singleLine, slugFormat } from '../../../platform/http/field-schemas.ts';
import { RESERVED_URLS } from '../../locations/catalogue/schema.ts';
import { picture } from '../../media/schema.ts';
import { FRAME_ORIGINS, SYSTEM_PAGES, isEmbeddable, pageContent } from '../schema.ts';
import { ENTER_TITLE, ENTER_TELEPHONE, ENTER_EMAIL } from '../../../platform/text/common-messages.ts';
import { URL_RESERVED } from '../../../platform/text/common-messages.ts';
import * as messages from '../messages.ts';

const TITLE_LENGTH = 150;
const TEXT_LENGTH = 1_000;
const LABEL_LENGTH = 120;
const ADDRESS_LENGTH = 500;
const HTML_LENGTH = 100_000;
const NAME_LENGTH = 100;
const MAX_CARDS = 40;
const MAX_LINKS = 40;

const requiredLine = (length: number, missing: string) => singleLine.min(1, missing).max(length);
const optionalLine = (length: number) => singleLine.max(length).nullable();
const paragraph = z.string().trim().max(TEXT_LENGTH);

/** A path on this site, a fragment, an HTTPS URL, or a mailto: or tel: link. */
const ADDRESS =
  /^(?:\/(?![/\\])[^\s\\]*|#[\w-]+|https:\/\/[^\s/.]+\.[^\s]+|mailto:\S+@\S+|mailto:\{\{mailbox\}\}|tel:\S.*)$/;

/** The target of a link. */
export const linkAddress = requiredLine(ADDRESS_LENGTH, messages.ENTER_LINK_ADDRESS).regex(
  ADDRESS,
  messages.LINK_ADDRESS_FORMAT,
);

const link = z.object({ label: requiredLine(LABEL_LENGTH, messages.ENTER_LINK_TEXT), href: linkAddress });
const links = z.array(link).max(MAX_LINKS);

/** A picture of a page. Its size is read from the database. */
const chosenPicture = z.object({
  sha256: z.string().regex(/^[0-9a-f]{64}$/),
  alt: singleLine.max(300),
  caption: optionalLine(300),
  credit: optionalLine(200),
  licence: optionalLine(200),
  focal: z.object({ x: z.number().min(0).max(1), y: z.number().min(0).max(1) }),
});

/** The processing state of a picture that was uploaded for a page. */
export const uploadedPicture = z.object({
  id: z.string(),
  state: z.enum(['PROCESSING', 'READY', 'REJECTED']),
  /** Why it was rejected, as shown to the user. */
  rejection_reason: z.string().nullable(),
  picture: picture.nullable(),
});
export type UploadedPicture = z.infer<typeof uploadedPicture>;

const card = z.object({
  title: requiredLine(TITLE_LENGTH, ENTER_TITLE),
  text: paragraph.nullable(),
  link: link.nullable(),
  image: chosenPicture.nullable(),
});
const cards = z.array(card).max(MAX_CARDS);
const block = z.object({
  title: requiredLine(TITLE_LENGTH, ENTER_TITLE),
  text: paragraph,
  button: requiredLine(LABEL_LENGTH, messages.ENTER_BUTTON_TEXT),
});
const frameLength = (pattern: RegExp, example: string) => z.string().trim().regex(pattern, messages.enterAs(example));

/** The editable fields of a page. */
export const pageFields = z.object({
  title: requiredLine(TITLE_LENGTH, messages.ENTER_PAGE_TITLE),
  description: optionalLine(300),
  banner: z
    .object({
      image: chosenPicture.nullable(),
      title: requiredLine(TITLE_LENGTH, messages.ENTER_BANNER_TITLE),
      caption: optionalLine(TITLE_LENGTH),
      searchLabel: optionalLine(LABEL_LENGTH),
      hasEffect: z.boolean(),
    })
    .nullable(),
  content: z.string().max(HTML_LENGTH).nullable(),
  externalUrl: singleLine.max(ADDRESS_LENGTH).refine(isEmbeddable, messages.embeddableSites(FRAME_ORIGINS)).nullable(),
  externalContentWidth: frameLength(/^\d{1,4}(?:px|%)$/, '100% or 640px'),
  externalContentHeight: frameLength(/^\d{1,4}px$/, '450px'),
  contact: z
    .object({
      title: requiredLine(TITLE_LENGTH, ENTER_TITLE),
      text: paragraph,
      telephone: requiredLine(LABEL_LENGTH, ENTER_TELEPHONE),
      email: requiredLine(254, ENTER_EMAIL),
    })
    .nullable(),
  enquire: block.nullable(),
  footerEnquire: block.nullable(),
  cards,
  panelCards: cards,
  carousel: z
    .object({
      title: requiredLine(TITLE_LENGTH, ENTER_TITLE),
      slides: z.array(card.extend({ category: optionalLine(LABEL_LENGTH) })).max(MAX_CARDS),
    })
    .nullable(),
});
export type PageFields = z.infer<typeof pageFields>;

const group = z.object({ title: requiredLine(LABEL_LENGTH, messages.ENTER_GROUP_TITLE), links });
export const menuFields = z.object({ groups: z.array(group).max(12) });
export const footerFields = z.object({ strapline: singleLine.max(300), columns: z.array(group).max(6), legal: links });

/** First path segments, and names under /admin/content, that are in use otherwise. */
const RESERVED_NAMES = new Set([
  ...SYSTEM_PAGES,
  'assets',
  'basemap',
  'call-out',
  'dev',
  'enquiry',
  'filmed-here',
  'footer',
  'impact',
  'itinerary',
  'log-in',
  'menu',
  'options',
  'sitemaps',
  'viewing',
  'wanted',
  'wrap-survey',
]);

/** The path of a page that the agency creates, without the leading slash. */
export const pageName = z
  .string()
  .trim()
  .min(1, messages.ENTER_PAGE_ADDRESS)
  .max(NAME_LENGTH)
  .regex(...slugFormat('filming-in-winter'))
  .refine((name) => !RESERVED_URLS.has(name) && !RESERVED_NAMES.has(name), URL_RESERVED);

const editedPageContent = pageContent.omit({ name: true, updatedAt: true });
export type EditedPageContent = z.infer<typeof editedPageContent>;

/** Content with its published version and its draft. */
export function edited<Content extends z.ZodType>(content: Content) {
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
export type EditedPage = z.infer<typeof editedPage>;

/** A page in the list of content. */
const listedPage = z.object({
  name: z.string(),
  title: z.string(),
  system: z.boolean(),
  publishedAt: z.string().nullable(),
  /** When its draft was saved; null without a draft. */
  draftAt: z.string().nullable(),
});
export type ListedPage = z.infer<typeof listedPage>;

export const listedContent = z.object({
  pages: z.array(listedPage),
  menuDraftAt: z.string().nullable(),
  footerDraftAt: z.string().nullable(),
});

export function formatPageKind({ system }: Pick<ListedPage, 'system'>): string {
  return system ? 'System page' : 'Custom page';
}

export function formatPublishingState(published: boolean, draftAt: string | null): string {
  if (draftAt === null) return 'Published';
  return published ? 'Published, with a draft' : 'Draft';
}

/** Returns when the draft, or else the published page, was last changed. */
export function getChangedAt({ publishedAt, draftAt }: Pick<ListedPage, 'publishedAt' | 'draftAt'>): string | null {
  return draftAt ?? publishedAt;
}
