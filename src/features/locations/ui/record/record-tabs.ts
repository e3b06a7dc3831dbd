/** The parts of the page of a location, as its address names them; what reads addresses is loaded with every page. */
export const RECORD_TABS = ['details', 'contacts', 'images', 'documents'] as const;
export type RecordTab = (typeof RECORD_TABS)[number];
