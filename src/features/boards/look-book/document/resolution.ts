/** How sharp the pictures of a document are. */
export interface Resolution {
  /** Pixels of an inch on paper. */
  readonly ppi: number;
  /** Pixels that the renditions are wide, which pictures are cropped from. */
  readonly rendition: number;
  /** Pixels of maps; null to leave them drawn: the shapes of a thousand of them take more memory than all photographs. */
  readonly map: number | null;
}

/** The cover is one picture, so it is as sharp in each document. */
export const COVER: Pick<Resolution, 'ppi' | 'rendition'> = { ppi: 180, rendition: 2_048 };

/** The more photographs, the fewer pixels each: a document of a thousand is as large as one of three hundred. */
export function getResolution(photographs: number, photographsPerPage: number): Resolution {
  if (photographs <= 150) return { ppi: 180, rendition: photographsPerPage === 1 ? 2_048 : 1_440, map: null };
  if (photographs <= 400) return { ppi: 150, rendition: 1_080, map: null };
  return { ppi: 110, rendition: 768, map: 1_200 };
}

/** Of pages that are shown in a dialog. */
export const PREVIEW_RESOLUTION: Resolution = { ppi: 80, rendition: 640, map: null };
