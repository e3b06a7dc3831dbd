interface SiteDetails {
  readonly name: string;
  readonly agency: { readonly name: string };
  readonly mailbox: string;
  readonly telephone: string;
}

/** Replaces {{site}}, {{agency}}, {{mailbox}} and {{telephone}} in all strings of a JSON value; removes spaces from tel: links. */
export function fillPlaceholders(value: unknown, site: SiteDetails): unknown {
  const names: Record<string, string> = {
    site: site.name,
    agency: site.agency.name,
    mailbox: site.mailbox,
    telephone: site.telephone,
  };
  if (typeof value === 'string') {
    const filled = value.replace(/\{\{(\w+)\}\}/g, (whole, name: string) => names[name] ?? whole);
    return filled.startsWith('tel:') ? filled.replaceAll(' ', '') : filled;
  }
  if (Array.isArray(value)) return value.map((item) => fillPlaceholders(item, site));
  if (value && typeof value === 'object') {
    return Object.fromEntries(Object.entries(value).map(([key, item]) => [key, fillPlaceholders(item, site)]));
  }
  return value;
}
