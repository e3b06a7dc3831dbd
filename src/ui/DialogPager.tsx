import { ArrowLeft, ArrowRight } from './icons.tsx';
import './dialog-pager.css';

/** Previous and next page of a list in a dialog. Renders nothing for a single page. */
export function DialogPager(props: { page: number; total: number; size: number; onPage: (page: number) => void }) {
  const { page, total, size, onPage } = props;
  const last = Math.ceil(total / size);
  if (last <= 1) return null;
  const step = (by: 1 | -1) => ({
    'aria-disabled': by > 0 ? page >= last : page <= 1,
    onClick: () => onPage(Math.max(1, Math.min(last, page + by))),
  });
  return (
    <div className="dialog-pager">
      <button type="button" className="icon-button" aria-label="Previous page" {...step(-1)}>
        <ArrowLeft />
      </button>
      <span role="status">
        Page {page} of {last}
      </span>
      <button type="button" className="icon-button" aria-label="Next page" {...step(1)}>
        <ArrowRight />
      </button>
    </div>
  );
}
