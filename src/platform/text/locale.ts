/** How the site writes dates and numbers, and by which clock its days begin. */
export interface Locale {
  /** BCP 47 tag of the language of all texts, such as en-IE. */
  readonly language: string;
  /** Name of an IANA time zone, such as Europe/Dublin. */
  readonly timeZone: string;
}

/** For a process that needs nothing of the site, such as one that reads the file of a stranger. */
const DEFAULT: Locale = { language: 'en-GB', timeZone: 'UTC' };

let read: () => Locale = () => DEFAULT;

/** Defines where the locale comes from. It never depends on the machine or the browser, so that both show the same. */
export function setLocale(getCurrent: () => Locale): void {
  read = getCurrent;
}

/** Returns the locale of the site. */
export function getLocale(): Locale {
  return read();
}

/** Creates something by the locale, such as a format, on first use and again after the locale has changed. */
export function byLocale<Value>(create: (locale: Locale) => Value): () => Value {
  let last: string | undefined;
  let value!: Value;
  return () => {
    const locale = read();
    const current = locale.language + locale.timeZone;
    if (current !== last) value = create(locale);
    last = current;
    return value;
  };
}
