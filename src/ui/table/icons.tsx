import { icon } from '../icons.tsx';

/** Icons of the back office only, so that public pages do not load them. */
export const Columns = icon('M3 4h18v16H3zM9 4v16m6-16v16');
export const Download = icon('M12 3v12m-5-5 5 5 5-5M4 20h16');
export const Keyboard = icon('M2 6h20v12H2zM6 10v.01M10 10v.01M14 10v.01M18 10v.01M8 14h8');
export const MailOpen = icon('M3 10v10h18V10l-9-6zm0 0 9 6 9-6');
export const Star = icon('m12 3 2.7 5.8 6.3.7-4.7 4.3 1.3 6.2-5.6-3.2L6.4 20l1.3-6.2L3 9.5l6.3-.7z');
export const Undo = icon('M9 14 4 9l5-5M4 9h10a6 6 0 0 1 0 12h-3');
