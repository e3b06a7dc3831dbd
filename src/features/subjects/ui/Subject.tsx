import { boardPath, officeBoardPath } from '../../boards/schema.ts';
import { shownTitle } from '../../locations/policy.ts';
import { type Person, type Subjects, nameOf } from '../schema.ts';

/** What is left to say of the subject of an entry once that is gone. */
const GONE = { location: 'Deleted location', board: 'Deleted board', user: 'Deleted user' } as const;

/** Where the Locations Team sees what an entry is about. */
export function hrefOf(subject: Subjects & { user: Person | null }, about: keyof typeof GONE): string | undefined {
  const { user, board, location } = subject;
  if (about === 'location') return location ? `/admin/locations/${location.id}` : undefined;
  if (about === 'user') return user?.enabled_at ? `/admin/users/${user.id}` : undefined;
  if (!board) return undefined;
  return board.private ? boardPath(board) : officeBoardPath(board.user_id, board);
}

/** What an entry is about, in words. */
export function titleOf(subject: Subjects & { user: Person | null }, about: keyof typeof GONE): string {
  if (about === 'user') return subject.user ? nameOf(subject.user) : GONE.user;
  if (about === 'location' && subject.location) return shownTitle(subject.location.title);
  return subject[about]?.title ?? GONE[about];
}

/** What an entry is about, as a link while it exists. */
export function Subject(props: { of: Subjects & { user: Person | null }; about: keyof typeof GONE }) {
  const { of: subject, about } = props;
  const href = hrefOf(subject, about);
  const title = titleOf(subject, about);
  return href === undefined ? <span className="muted">{title}</span> : <a href={href}>{title}</a>;
}
