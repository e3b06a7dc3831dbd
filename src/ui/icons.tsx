import type { ComponentProps, ReactElement } from 'react';

/** A button that shows only an icon. @param props.label its name for screen readers */
export function IconButton(
  props: { label: string; children: ReactElement } & Pick<
    ComponentProps<'button'>,
    'id' | 'disabled' | 'aria-disabled' | 'onClick'
  >,
) {
  const { label, ...button } = props;
  return <button type="button" className="icon-button" aria-label={label} {...button} />;
}

/** Returns a line icon on a 24-pixel grid. Icons are hidden from screen readers; the text beside them is the label. */
export function icon(lines: string) {
  return function Icon({ small = false }: { small?: boolean }) {
    return (
      <svg
        className={small ? 'icon icon--s' : 'icon'}
        viewBox="0 0 24 24"
        fill="none"
        stroke="currentColor"
        strokeLinecap="round"
        strokeLinejoin="round"
        aria-hidden
      >
        <path d={lines} />
      </svg>
    );
  };
}

export const Archive = icon('M3 4h18v4H3zM5 8v12h14V8M10 12h4');
export const ArrowDown = icon('M12 5v14m-7-7 7 7 7-7');
export const ArrowLeft = icon('M19 12H5m7 7-7-7 7-7');
export const ArrowRight = icon('M5 12h14m-7-7 7 7-7 7');
export const ArrowUp = icon('M12 19V5m-7 7 7-7 7 7');
export const ArrowUpRight = icon('M7 17 17 7M8 7h9v9');
export const Bin = icon('M4 6h16M9 6V3h6v3M6 6l1 15h10l1-15M10 10v7m4-7v7');
export const Bookmarked = icon('M6 3h12v18l-6-4-6 4zM9 10l2 2 4-4');
export const Book = icon('M12 6v14M12 6C10 4 6 4 3 5v14c3-1 7-1 9 1 2-2 6-2 9-1V5c-3-1-7-1-9 1');
export const BookmarkPlus = icon('M6 3h12v18l-6-4-6 4zM12 7v6m-3-3h6');
export const Building = icon('M4 21h16M6 18v-7m4 7v-7m4 7v-7m4 7v-7M4 8l8-5 8 5z');
export const Check = icon('m5 12.5 4.5 4.5L19 7.5');
export const ChevronDown = icon('m6 9 6 6 6-6');
export const ChevronUp = icon('m6 15 6-6 6 6');
export const CircleAlert = icon('M12 3a9 9 0 1 0 0 18 9 9 0 0 0 0-18M12 8v5m0 3v.01');
export const Copy = icon('M8 8h13v13H8zM16 8V3H3v13h5');
export const Dots = icon('M5 12h.01M12 12h.01M19 12h.01');
export const Eye = icon('M2 12s3.5-7 10-7 10 7 10 7-3.5 7-10 7-10-7-10-7M12 9a3 3 0 1 0 0 6 3 3 0 0 0 0-6');
export const Key = icon('M15.5 3a5.5 5.5 0 1 0 0 11 5.5 5.5 0 0 0 0-11M11.5 12.5 3 21h4v-3h3v-3M16.5 7.5h.01');
export const Grip = icon('M9 5v.01M9 12v.01M9 19v.01M15 5v.01M15 12v.01M15 19v.01');
export const Image = icon('M3 4h18v16H3zM3 16l5-5 4 4 3-3 6 5M15 8.5v.01');
export const Link = icon(
  'M10 13a5 5 0 0 0 7.5.5l3-3a5 5 0 0 0-7-7l-1.7 1.7M14 11a5 5 0 0 0-7.5-.5l-3 3a5 5 0 0 0 7 7l1.7-1.7',
);
export const List = icon('M4 5h6v6H4zM4 14h6v5H4zM14 6h6m-6 4h6m-6 5h6m-6 4h6');
export const Lock = icon('M5 11h14v10H5zM8 11V7a4 4 0 0 1 8 0v4');
export const Mail = icon('M3 5h18v14H3zm0 2 9 6 9-6');
export const Map = icon('m3 6 6-3 6 3 6-3v15l-6 3-6-3-6 3zM9 3v15m6-12v15');
export const MapPin = icon(
  'M12 22s7-7.2 7-12a7 7 0 0 0-14 0c0 4.8 7 12 7 12M12 7.5a2.5 2.5 0 1 0 0 5 2.5 2.5 0 0 0 0-5',
);
export const Menu = icon('M4 6h16M4 12h16M4 18h16');
export const Minus = icon('M5 12h14');
export const Pencil = icon('M4 20h4L20 8l-4-4L4 16zM13 7l4 4');
export const People = icon(
  'M15 21v-2a4 4 0 0 0-4-4H6a4 4 0 0 0-4 4v2M8.5 3a4 4 0 1 0 0 8 4 4 0 0 0 0-8M16 3.2a4 4 0 0 1 0 7.6M22 21v-2a4 4 0 0 0-3-3.9',
);
export const Phone = icon('M5 3h4l2 5-2.5 1.5a11 11 0 0 0 6 6L16 13l5 2v4a2 2 0 0 1-2 2A16 16 0 0 1 3 5a2 2 0 0 1 2-2');
export const Plus = icon('M5 12h14M12 5v14');
export const Enlarge = icon('M14 4h6v6M10 20H4v-6M20 4l-7 7M4 20l7-7');
export const Search = icon('M11 4a7 7 0 1 0 0 14 7 7 0 0 0 0-14m5 12 5 5');
export const Shapes = icon('M12 3 7 11h10zM4 14h7v7H4zM17.5 14a3.5 3.5 0 1 0 0 7 3.5 3.5 0 0 0 0-7');
export const Share = icon(
  'M18 2a3 3 0 1 0 0 6 3 3 0 0 0 0-6M6 9a3 3 0 1 0 0 6 3 3 0 0 0 0-6M18 16a3 3 0 1 0 0 6 3 3 0 0 0 0-6M8.6 13.5l6.8 4M15.4 6.5l-6.8 4',
);
export const Sliders = icon('M3 6h9m4 0h5M12 4v4M3 12h4m4 0h10M11 10v4M3 18h11m4 0h3M14 16v4');
export const X = icon('M6 6l12 12M18 6 6 18');
