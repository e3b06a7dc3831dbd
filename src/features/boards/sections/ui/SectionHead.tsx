import type { ReactNode } from 'react';
import { formatCount } from '../../../../platform/text/numbers.ts';
import { Check } from '../../../../ui/icons.tsx';
import { formatCostRange } from '../../costs.ts';
import type { BoardSection } from '../../schema.ts';
import './sections.css';

/** The heading of a section for everybody who can read the board; those with the public link have no notes and costs. */
export type ShownSection = Omit<BoardSection, 'notes' | 'cost'> & Partial<Pick<BoardSection, 'notes' | 'cost'>>;

/** The heading of a section: its title, whether a location is locked in, and its notes. @param props.children what the owner can do */
export function SectionHead({ section, children }: { section: ShownSection; children?: ReactNode }) {
  return (
    <div className="board-section__head">
      <div className="board-section__title">
        <div className="board-section__name">
          <h2 className="display display--2">{section.title}</h2>
          {section.locked_location_id === null ? (
            <p className="muted">{section.count === 0 ? 'Open' : formatCount(section.count, 'option')}</p>
          ) : (
            <LockedIn />
          )}
          {section.cost && <p className="muted">{formatCostRange(section.cost)}</p>}
        </div>
        {children}
      </div>
      {section.notes && <p className="note__text">{section.notes}</p>}
    </div>
  );
}

/** Says that a location is locked in, or that a section has such a location. */
export function LockedIn() {
  return (
    <p className="locked-in">
      <Check small />
      Locked in
    </p>
  );
}
