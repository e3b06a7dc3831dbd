import type { Picture as PictureData } from '../../media/schema.ts';
import { Picture } from '../../media/ui/Picture.tsx';
import './static-page.css';

/** The picture at the top of a page, with the page's title and the photographer. */
export function Banner({ title, picture }: { title: string; picture: PictureData | null | undefined }) {
  return (
    <div className="banner">
      {picture && <Picture picture={{ ...picture, alt: '' }} sizes="100vw" priority />}
      <div className="wrap">
        <h1 className="display display--4">{title}</h1>
        {picture?.credit && <p className="banner__credit">Photograph: {picture.credit}</p>}
      </div>
    </div>
  );
}
