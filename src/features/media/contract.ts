/** An address that answers with a file instead of JSON, for the description of the API. */
export interface FileRoute {
  readonly path: `/${string}`;
  readonly summary: string;
  readonly contentTypes: readonly string[];
}

export const MEDIA_ROUTES: readonly FileRoute[] = [
  {
    path: '/media/{sha256}/{width}.{format}',
    summary: 'One rendition of a picture; while it is being made, the nearest one that exists, not to be cached',
    contentTypes: ['image/avif', 'image/webp'],
  },
  {
    path: '/media/og/{sha256}/{x}-{y}.jpg',
    summary: 'The crop of a picture around a focal point (in per cent) that stands for a shared link',
    contentTypes: ['image/jpeg', 'image/webp'],
  },
  {
    path: '/media/maps/{latitude},{longitude}.svg',
    summary: 'The drawn map around the public position of a published location, with four decimals each',
    contentTypes: ['image/svg+xml'],
  },
];
