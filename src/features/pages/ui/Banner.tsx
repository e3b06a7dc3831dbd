import type { ReactNode } from 'react';
import './article.css';

/** The picture at the head of a page with its title, and below it whose picture it is. */
export function Banner(props: { title: string; picture: ReactNode; credit: string | null }) {
  return (
    <div className="banner">
      {props.picture}
      <div className="wrap">
        <h1 className="display display--4">{props.title}</h1>
        {props.credit && <p className="banner__credit">Photograph: {props.credit}</p>}
      </div>
    </div>
  );
}
