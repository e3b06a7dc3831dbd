/** The labels of the fields of a page. */
export const PAGE_LABELS = {
  title: 'Title',
  description: 'Description',
  content: 'Text',
  banner: 'Banner',
  externalUrl: 'Embedded page',
  externalContentWidth: 'Width of the embedded page',
  externalContentHeight: 'Height of the embedded page',
  contact: 'Contact',
  enquire: 'Enquiry',
  footerEnquire: 'Enquiry above the footer',
  cards: 'Cards',
  panelCards: 'Panel cards',
  carousel: 'Carousel',
};
