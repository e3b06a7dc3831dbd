import { toTelephoneUrl } from '../../platform/text/telephone-url.ts';
import { getRegionRules } from '../geography/region-rules.ts';
import type { SiteContent } from './schema.ts';

type SiteDetails = Pick<SiteContent, 'name' | 'mailbox' | 'telephone'> & {
  agency: Pick<SiteContent['agency'], 'name'>;
};

/**
 * Replaces {{site}}, {{agency}}, {{region}}, {{mailbox}} and {{telephone}} in all strings of a JSON value; removes spaces and brackets
 * from tel: links.
 */
export function fillPlaceholders(value: unknown, site: SiteDetails): unknown {
  const { name, agency, mailbox, telephone } = site;
  const values: Record<string, string> = {
    site: name,
    agency: agency.name,
    region: getRegionRules().name,
    mailbox,
    telephone,
  };
  if (typeof value === 'string') {
    const filled = value.replace(/\{\{(\w+)\}\}/g, (whole, key: string) => values[key] ?? whole);
    return filled.startsWith('tel:') ? toTelephoneUrl(filled) : filled;
  }
  if (Array.isArray(value)) return value.map((item) => fillPlaceholders(item, site));
  if (value && typeof value === 'object') {
    return Object.fromEntries(Object.entries(value).map(([key, item]) => [key, fillPlaceholders(item, site)]));
  }
  return value;
}
