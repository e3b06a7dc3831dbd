export const ENTER_LOOK_BOOK_TITLE = 'Enter a title for the look-book.';
export const ENTER_LOGO_ALT = 'Describe the logo, such as ‘Northlight Films’.';
export const NO_LOOK_BOOK = 'This look-book is no longer available. Please make a new one.';
export const LOOK_BOOK_WAITING = 'Another look-book is being made. Wait until it is ready, or cancel it.';
export const lookBookLimit = (max: number) =>
  `You can make ${max} look-books a day. Please use one that you have, or try again tomorrow.`;
export const tooLargeToSend = (max: number) =>
  `This look-book is larger than ${max} MB. Make one with fewer or smaller photographs.`;
export const PREVIEW_REPLACED = 'A newer preview has replaced this one.';
export const PREVIEW_WAITING = 'Another preview or look-book is being made. Wait until it is ready.';
export const NOTHING_TO_SHOW = 'This board has no published locations to show.';
export const LOOK_BOOK_TOO_LARGE = 'This look-book takes too much memory or time.';
export const DOWNLOAD_INVALID = 'This download is no longer valid. Please start it from the board again.';

export const FORMAT_LABELS = {
  PDF: 'PDF',
  PPTX_16_9: 'PowerPoint 16:9',
  PPTX_4_3: 'PowerPoint 4:3',
  ZIP: 'ZIP of the photographs',
} as const;
