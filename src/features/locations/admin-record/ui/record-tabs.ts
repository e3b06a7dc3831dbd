/** The tabs of a location, as in the URL. In a separate file, since routes import it and are loaded with every page. */
export const RECORD_TABS = ['details', 'contacts', 'images', 'documents', 'facts', 'availability'] as const;
export type RecordTab = (typeof RECORD_TABS)[number];
