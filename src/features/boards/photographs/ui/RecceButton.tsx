import { Copy, Image } from '../../../../ui/icons.tsx';
import { formatFilesTitle, formatRecceTitle } from '../../messages.ts';

/** Says how many recce photographs a location has, and opens them. */
export function RecceButton({ title, count, onClick }: { title: string; count: number; onClick: () => void }) {
  return (
    <button type="button" className="note__edit no-print" aria-label={formatRecceTitle(title)} onClick={onClick}>
      <Image small />
      Recce photographs: {count}
    </button>
  );
}

/** Says how many files a location has, and opens them. */
export function FilesButton({ title, count, onClick }: { title: string; count: number; onClick: () => void }) {
  return (
    <button type="button" className="note__edit no-print" aria-label={formatFilesTitle(title)} onClick={onClick}>
      <Copy small />
      Files: {count}
    </button>
  );
}
