import { useSuspenseQuery } from '@tanstack/react-query';
import { type Api, toSearchParams } from '../../../../platform/http/contract.ts';
import { EmptyPage } from '../../../../ui/EmptyPage.tsx';
import { Pagination } from '../../../../ui/pagination/Pagination.tsx';
import { Picture } from '../../../media/ui/Picture.tsx';
import { type BoardView, getBoardPath, getTitle } from '../../schema.ts';
import { answersQuery } from '../../guests/client.ts';
import { ANSWERS, type AnsweredLocation, type Decision, type GuestLink } from '../../guests/schema.ts';
import { formatTally } from '../../guests/tally.ts';
import '../board-views.css';

/** The search parameters of the page. */
export interface AnswersSearch {
  /** Id of the link whose answers are shown; undefined for all. */
  readonly link?: string;
  readonly page?: number;
}

export function toAnswersInput({ link, page = 1 }: AnswersSearch): { page: number; linkId?: string } {
  return { page, ...(link !== undefined && { linkId: link }) };
}

/** The locations of a board with the answers of guests, those about which they disagree first. */
export function AnswerList(props: { api: Api; board: BoardView; links: readonly GuestLink[]; search: AnswersSearch }) {
  const { api, board, links, search } = props;
  const { data: answers } = useSuspenseQuery(answersQuery(api, board.id, toAnswersInput(search)));
  const path = getBoardPath(board);
  const getHref = ({ link, page = 1 }: AnswersSearch) => {
    const query = toSearchParams({ link, page: page > 1 ? page : undefined }).toString();
    return `${path}/answers${query && `?${query}`}`;
  };
  return (
    <section className="guests" aria-labelledby="answers">
      <div className="guests__head">
        <h2 className="display display--2" id="answers">
          Answers
        </h2>
        {links.length > 1 && (
          <nav className="board-views answers__links no-print" aria-label="Answers by link">
            <a href={getHref({})} aria-current={search.link === undefined ? 'true' : undefined}>
              All links
            </a>
            {links.map(({ id, name }) => (
              <a key={id} href={getHref({ link: id })} aria-current={search.link === id ? 'true' : undefined}>
                {name}
              </a>
            ))}
          </nav>
        )}
      </div>
      {answers.total > 0 && answers.data.length === 0 && <EmptyPage href={getHref({ ...search, page: 1 })} />}
      <ol className="answers">
        {answers.data.map((item) => (
          <li key={item.id}>
            <AnsweredLocationHead item={item} href={`${path}/location/${item.id}`} />
            <GuestsSaying item={item} />
          </li>
        ))}
      </ol>
      <Pagination
        current={answers.current_page}
        total={answers.total}
        size={answers.per_page}
        to={{ href: (page) => getHref({ ...search, page }) }}
      />
    </section>
  );
}

/** Why guests are not asked about a location any more. */
const DECISIONS: Readonly<Record<Decision, string>> = {
  UNAVAILABLE: 'Guests are no longer asked: it has refused.',
  LOCKED_IN: 'Guests are no longer asked: a location is locked in for the section.',
};

function AnsweredLocationHead({ item, href }: { item: AnsweredLocation; href: string }) {
  const { location, section, decision, yes, no } = item;
  const title = getTitle({ location, unpublished: null });
  return (
    <div>
      <h3>{location ? <a href={href}>{title}</a> : title}</h3>
      {section !== null && <p className="muted small">{section}</p>}
      <p className="small">
        {formatTally(item) || 'No answers yet'}
        {yes > 0 && no > 0 && !decision && <span className="answers__disagreement">Guests disagree</span>}
      </p>
      {decision && <p className="muted small">{DECISIONS[decision]}</p>}
    </div>
  );
}

function GuestsSaying({ item }: { item: AnsweredLocation }) {
  if (item.answers.length === 0) return null;
  return (
    <ul className="answers__guests">
      {item.answers.map(({ id, name, role, link, answer, comment, photographs }) => (
        <li key={id}>
          <p>
            {answer && <strong>{`${ANSWERS[answer]}: `}</strong>}
            {`${name}, ${role}`} <span className="muted small">{`by the link ‘${link}’`}</span>
          </p>
          {comment && <p className="note__text">{comment}</p>}
          {photographs.length > 0 && (
            <ul className="answers__photographs">
              {photographs.map(({ picture, answer: aboutPicture }) => (
                <li key={picture.sha256}>
                  <div className="frame">
                    <Picture picture={picture} sizes="160px" />
                  </div>
                  <p className="small">{ANSWERS[aboutPicture]}</p>
                </li>
              ))}
            </ul>
          )}
        </li>
      ))}
    </ul>
  );
}
