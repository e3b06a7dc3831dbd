import { Copy, Image } from '../../../ui/icons.tsx';
import { formatFilesTitle, formatRecceTitle } from '../messages.ts';

const KINDS = {
  'Recce photographs': { icon: <Image small />, formatTitle: formatRecceTitle },
  Files: { icon: <Copy small />, formatTitle: formatFilesTitle },
} as const;

/** Shows how many recce photographs or files a location has, and opens them. @param props.title of the location */
export function AttachmentButton(props: {
  kind: keyof typeof KINDS;
  title: string;
  count: number;
  onClick: () => void;
}) {
  const { kind, title, count, onClick } = props;
  const { icon, formatTitle } = KINDS[kind];
  return (
    <button type="button" className="note__edit no-print" aria-label={formatTitle(title)} onClick={onClick}>
      {icon}
      {kind}: {count}
    </button>
  );
}
