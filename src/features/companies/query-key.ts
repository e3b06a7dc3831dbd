/** The first part of all query keys of this feature. */
export const COMPANIES_KEY = 'companies-and-people';
