import { type ReactNode, useRef, useState } from 'react';
import { ArrowLeft, ArrowRight, IconButton } from '../../../ui/icons.tsx';
import { SiteLink } from '../../../ui/SiteLink.tsx';
import type { Picture } from '../../media/schema.ts';
import type { PageContent } from '../schema.ts';
import { formatNumber } from '../../../platform/text/numbers.ts';

type CarouselContent = NonNullable<PageContent['carousel']>;

/** A scrollable row of pictures that link to searches. It never scrolls by itself. */
export function Carousel(props: {
  carousel: CarouselContent;
  total: (category: string) => number | undefined;
  picture: (picture: Picture) => ReactNode;
}) {
  const list = useRef<HTMLUListElement>(null);
  const [ends, setEnds] = useState({ start: true, end: false });
  const move = (direction: 1 | -1) => {
    const element = list.current;
    if (!element) return;
    const smooth = !matchMedia('(prefers-reduced-motion: reduce)').matches;
    element.scrollBy({ left: direction * element.clientWidth * 0.8, behavior: smooth ? 'smooth' : 'instant' });
  };
  return (
    <section className="band">
      <div className="wrap">
        <div className="band__head">
          <h2 className="display display--3">{props.carousel.title}</h2>
          <div className="pager">
            <IconButton label="Previous" aria-disabled={ends.start} onClick={() => !ends.start && move(-1)}>
              <ArrowLeft />
            </IconButton>
            <IconButton label="Next" aria-disabled={ends.end} onClick={() => !ends.end && move(1)}>
              <ArrowRight />
            </IconButton>
          </div>
        </div>
      </div>
      <ul
        ref={list}
        className="carousel"
        onScroll={(event) => setEnds(getScrollEnds(event.currentTarget))}
        // Browsers do not scroll a focused slide that is partly visible.
        onFocus={(event) => event.target.scrollIntoView({ block: 'nearest', inline: 'nearest' })}
      >
        {props.carousel.slides.map((slide) => (
          <li key={slide.title}>
            <Slide
              slide={slide}
              total={slide.category ? props.total(slide.category) : undefined}
              picture={props.picture}
            />
          </li>
        ))}
      </ul>
    </section>
  );
}

function getScrollEnds(element: Element): { start: boolean; end: boolean } {
  return { start: element.scrollLeft < 8, end: element.scrollLeft + element.clientWidth > element.scrollWidth - 8 };
}

function Slide(props: {
  slide: CarouselContent['slides'][number];
  total: number | undefined;
  picture: (picture: Picture) => ReactNode;
}) {
  const { slide } = props;
  return (
    <SiteLink href={slide.link?.href ?? '/find-a-location'}>
      <span className="frame">{slide.image && props.picture({ ...slide.image, alt: '' })}</span>
      <span className="carousel__caption">
        <span>{slide.title}</span>
        {props.total !== undefined && (
          <span className="num muted">
            {formatNumber(props.total)}
            <span className="visually-hidden"> locations</span>
          </span>
        )}
      </span>
    </SiteLink>
  );
}
