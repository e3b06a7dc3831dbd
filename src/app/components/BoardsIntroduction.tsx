import { ArrowLeft } from '../../ui/icons.tsx';
import type { PageContent } from '../../features/content/schema.ts';
import '../../features/content/ui/static-page.css';

/** The header of a page of boards: the link back, the title and the introduction. */
export function BoardsIntroduction({ page }: { page: PageContent }) {
  return (
    <header className="boards-introduction">
      <BackToBoards />
      <h1 className="display display--4">{page.title}</h1>
      {page.content && <div className="prose" dangerouslySetInnerHTML={{ __html: page.content }} />}
    </header>
  );
}

export function BackToBoards() {
  return (
    <a href="/boards" className="crumb">
      <ArrowLeft small />
      Back to boards
    </a>
  );
}
