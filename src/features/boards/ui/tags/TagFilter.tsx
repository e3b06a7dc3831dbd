import { type BoardSearch, formatBoardHref } from '../../view.ts';
import { type TagCount, isSameTag } from '../../tags/schema.ts';
import './tags.css';

/** Links that show only the locations of a board with a tag. @param props.path of the board */
export function TagFilter(props: { path: string; search: BoardSearch; tags: readonly TagCount[] }) {
  const { path, search, tags } = props;
  if (tags.length === 0 && search.tag === undefined) return null;
  const isCurrent = (tag: string) => search.tag !== undefined && isSameTag(tag, search.tag);
  return (
    <nav className="tag-filter no-print" aria-label="Tags">
      <a
        href={formatBoardHref(path, { view: search.view, dates: search.dates })}
        aria-current={search.tag === undefined ? 'true' : undefined}
      >
        All locations
      </a>
      {tags.map(({ tag, count }) => (
        <a
          key={tag}
          href={formatBoardHref(path, { view: search.view, tag, dates: search.dates })}
          aria-current={isCurrent(tag) ? 'true' : undefined}
        >
          {tag} <span className="tag-filter__count">{count}</span>
        </a>
      ))}
    </nav>
  );
}
