import { z } from 'zod';
import { telephoneSchema } from '../../platform/http/field-schemas.ts';
import { getLocale, setLocale } from '../../platform/text/locale.ts';
import type { BoundingBox, Position } from './schema.ts';

/**
 * The settings of the region for forms and maps, on the server and in the browser. A subset of `region.json`, which is validated more
 * strictly.
 */
export const regionRules = z.object({
  /** As in "places in Scotland". */
  name: z.string(),
  /** BCP 47 tag of the variety of English in which dates, numbers and lists are written. */
  language: z.string(),
  /** Name of the IANA time zone, in which days begin at midnight. */
  timeZone: z.string(),
  /** The view of maps without other content. */
  view: z.array(z.number()) as unknown as z.ZodType<BoundingBox>,
  /** Required beside every map with the base map. */
  mapAttribution: z.string(),
  /** The caption of the picture on the home page, unless its content has one. */
  bannerCaption: z.string(),
  /** Names used in the region, as in the middle of a sentence: "local authority", "Eircode". */
  names: z.object({ localAuthority: z.string(), localAuthorityShort: z.string(), postcode: z.string() }),
  /** ISO 4217 code of the currency for the spend of productions. */
  currency: z.string().default('GBP'),
  /** Numbers of any country are valid. */
  telephone: z.object({ example: z.string(), hint: z.string() }),
  /** If null, a postcode is any short text. */
  postcode: z
    .object({
      /** A regular expression that the whole postcode matches, in upper case and with its space. */
      pattern: z.string(),
      example: z.string(),
      /** Number of characters after the space; 0 if there is no space. */
      endLength: z.number(),
    })
    .nullable(),
});
export type RegionRules = z.output<typeof regionRules>;

let read: (() => RegionRules) | undefined;

/** Defines where the rules come from: on the server the region folder, in the browser the details of the site. */
export function setRegionRules(getRules: () => RegionRules): void {
  read = getRules;
  setLocale(getRules);
}

/** Returns the rules of the region. */
export function getRegionRules(): RegionRules {
  if (!read) throw new Error('The rules of the region are not loaded.');
  return read();
}

/** Returns the position in the middle of the region, as an example in messages. */
export function getExamplePosition(): Position {
  const [west, south, east, north] = getRegionRules().view;
  return { latitude: (south + north) / 2, longitude: (west + east) / 2 };
}

type RegionName = keyof RegionRules['names'];

/** Returns what the region calls something, for the middle of a sentence. */
export function getRegionName(name: RegionName): string {
  return getRegionRules().names[name];
}

/** Returns what the region calls something, as a label. */
export function getRegionLabel(name: RegionName): string {
  const words = getRegionName(name);
  return words.charAt(0).toUpperCase() + words.slice(1);
}

/** Returns "a postcode" or "an Eircode". */
export function getPostcodeWithArticle(): string {
  const name = getRegionName('postcode');
  return `${/^[aeiou]/i.test(name) ? 'an' : 'a'} ${name}`;
}

/** Returns the sign of the currency, such as £. */
export function getCurrencySign(): string {
  const format = new Intl.NumberFormat(getLocale().language, {
    style: 'currency',
    currency: getRegionRules().currency,
  });
  return format.formatToParts(0).find(({ type }) => type === 'currency')?.value ?? getRegionRules().currency;
}

/** Formats an amount in the currency of the region, as '£1,200' or '£0.50'. */
export function formatMoney(amount: number): string {
  const format = new Intl.NumberFormat(getLocale().language, {
    style: 'currency',
    currency: getRegionRules().currency,
    trailingZeroDisplay: 'stripIfInteger',
  });
  return format.format(amount);
}

/** A telephone number; the message has an example of the region. */
export const telephone = telephoneSchema(() => getRegionRules().telephone.example);
