import { PAGE_LABELS } from '../editing/labels.ts';
import { formatPerson } from '../../entry-subjects/schema.ts';
import { ACTION_LABELS, type ContentRevision, type ListedContentRevision, ORIGIN_LABELS } from './schema.ts';

/** A field with the values of two versions as text. */
export interface ContentChange {
  readonly label: string;
  readonly before: string;
  readonly after: string;
  readonly isText: true;
}

type Content = ContentRevision['content'];

/** The fields that differ between two versions, as the text that they contain. */
export function listContentChanges(before: Content, after: Content): ContentChange[] {
  const names = new Set([...Object.keys(before ?? {}), ...Object.keys(after ?? {})]);
  return sortFields(names)
    .map((name) => ({
      label: getContentLabel(name),
      before: toText(name, before?.[name]),
      after: toText(name, after?.[name]),
      isText: true as const,
    }))
    .filter((change) => change.before !== change.after);
}

/** The fields of a version that are filled in. */
export function listContentValues(content: Content): { label: string; value: string }[] {
  return sortFields(Object.keys(content ?? {}))
    .map((name) => ({ label: getContentLabel(name), value: toText(name, content?.[name]) }))
    .filter(({ value }) => value !== '');
}

/** Describes the event of a version, such as 'Restored as a draft: version 3'. */
export function formatContentAction({ action, restored_number }: ListedContentRevision | ContentRevision): string {
  return restored_number === null ? ACTION_LABELS[action] : `${ACTION_LABELS[action]}: version ${restored_number}`;
}

/** Describes the author and origin of a version, such as 'by Ailsa Munro, in the back office'. */
export function formatContentAuthor({ author, origin }: Pick<ContentRevision, 'author' | 'origin'>): string {
  return [author && `by ${formatPerson(author)}`, ORIGIN_LABELS[origin]].filter(Boolean).join(', ');
}

const LABELS: Readonly<Record<string, string>> = {
  ...PAGE_LABELS,
  legal: 'Last line',
  email: 'Email',
  href: 'Link',
  hasEffect: 'Viewfinder brackets',
  searchLabel: 'Search box',
  alt: 'Picture',
};
/** Parts of a picture that say nothing to people. */
const HIDDEN: ReadonlySet<string> = new Set(['sha256', 'width', 'height', 'placeholder', 'focal', 'licence']);

/** The order of fields, which the database does not keep. Others follow. */
const ORDER = [
  'title',
  'description',
  'caption',
  'content',
  'text',
  'label',
  'href',
  'button',
  'telephone',
  'email',
  'image',
  'banner',
];
const getPlace = (name: string) => (ORDER.includes(name) ? ORDER.indexOf(name) : ORDER.length);

function sortFields(names: Iterable<string>): string[] {
  return [...names].toSorted((a, b) => getPlace(a) - getPlace(b) || (a < b ? -1 : 1));
}

/** The label of a field of a page, the menu or the footer. */
export function getContentLabel(name: string): string {
  return LABELS[name] ?? name.charAt(0).toUpperCase() + name.slice(1);
}

function toText(name: string, value: unknown): string {
  if (name === 'content' && typeof value === 'string') return toPlainText(value);
  return toLines(value).join('\n');
}

/** The values inside a value, one per line, with their labels. */
function toLines(value: unknown): string[] {
  if (value === null || value === undefined || value === '') return [];
  if (Array.isArray(value)) {
    return value.flatMap((item, index) => {
      const [first = '', ...rest] = toLines(item);
      return [`${index + 1}. ${first}`, ...rest.map((line) => `    ${line}`)];
    });
  }
  if (typeof value === 'object') {
    return sortFields(Object.keys(value))
      .filter((name) => !HIDDEN.has(name))
      .flatMap((name) => {
        const lines = toLines((value as Readonly<Record<string, unknown>>)[name]);
        return lines.length === 1 && !lines[0]!.includes(': ') ? [`${getContentLabel(name)}: ${lines[0]}`] : lines;
      });
  }
  if (typeof value === 'boolean') return [value ? 'Yes' : 'No'];
  return typeof value === 'string' || typeof value === 'number' ? [String(value)] : [];
}

const ENTITIES: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', nbsp: ' ' };

/** The text of sanitised HTML: a line for each block, and URLs of links after their text. */
function toPlainText(html: string): string {
  return html
    .replace(/<a\b[^>]*\bhref="([^"]*)"[^>]*>(.*?)<\/a>/gis, '$2 ($1)')
    .replace(/<li\b[^>]*>/gi, '• ')
    .replace(/<br\s*\/?>|<\/(?:p|h[1-6]|li|blockquote|div|figure)>/gi, '\n')
    .replace(/<[^>]*>/g, '')
    .replace(/&(\w+);/g, (entity, name: string) => ENTITIES[name] ?? entity)
    .trim();
}
