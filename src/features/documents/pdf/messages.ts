export const PDF_DAMAGED = 'This PDF is damaged or incomplete. Export it again.';
export const PDF_ENCRYPTED = 'This PDF is protected by a password. Save it without one.';
export const PDF_ACTIVE = 'This PDF contains scripts, forms with scripts, or embedded files. Print it to a new PDF.';
