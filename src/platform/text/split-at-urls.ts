/** A URL without the punctuation that follows it in a sentence. */
const URLS = /(https?:\/\/\S*[\w/=-])/;

/** Splits a text into the URLs in it that begin with an origin, and what is between them; none if the origin is not known. */
export function splitAtUrls(text: string, origin = ''): readonly { readonly text: string; readonly isUrl: boolean }[] {
  return text.split(URLS).map((each) => ({ text: each, isUrl: origin !== '' && each.startsWith(`${origin}/`) }));
}
