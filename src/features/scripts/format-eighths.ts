const EIGHTHS_OF_PAGE = 8;

/** Formats a length as schedules have it: '3/8', '1', '2 1/8'. */
export function formatEighths(eighths: number): string {
  const pages = Math.floor(eighths / EIGHTHS_OF_PAGE);
  const rest = eighths % EIGHTHS_OF_PAGE;
  if (rest === 0) return String(pages);
  return pages === 0 ? `${rest}/8` : `${pages} ${rest}/8`;
}
