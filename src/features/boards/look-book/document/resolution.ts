/** Pixels of the longer side of pictures, by their size on the page. */
export interface Resolution {
  readonly full: number;
  readonly large: number;
  readonly small: number;
  /** Of maps; null to leave them drawn: the shapes of a thousand of them take more memory than all photographs. */
  readonly map: number | null;
}

/** The more photographs, the fewer pixels each: a document of a thousand is as large as one of three hundred. */
export function getResolution(photographs: number): Resolution {
  if (photographs <= 150) return { full: 1_750, large: 1_440, small: 900, map: null };
  if (photographs <= 400) return { full: 1_600, large: 1_080, small: 768, map: null };
  return { full: 1_440, large: 768, small: 600, map: 1_200 };
}

/** Of pages that are shown in a dialog. */
export const PREVIEW_WIDTHS: Resolution = { full: 640, large: 640, small: 320, map: null };
