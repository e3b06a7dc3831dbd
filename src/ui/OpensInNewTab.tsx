/** Tells screen readers that a link opens in a new tab. */
export function OpensInNewTab() {
  return <span className="visually-hidden"> (opens in a new tab)</span>;
}
