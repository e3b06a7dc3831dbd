/** Returns the `tel:` URL of a telephone number, or of such a URL as somebody has typed it: without spaces and brackets (RFC 3966). */
export const toTelephoneUrl = (telephone: string) => `tel:${telephone.replace(/[^\d+]/g, '')}`;
