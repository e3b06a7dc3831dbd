import type { FileRoute } from '../../platform/http/openapi.ts';

export const MEDIA_ROUTES: readonly FileRoute[] = [
  {
    path: '/media/{sha256}/{width}.{format}',
    summary: 'Returns a rendition of a picture; until it exists, the nearest one that does, which must not be cached',
    contentTypes: ['image/avif', 'image/webp'],
  },
  {
    path: '/media/og/{sha256}/{x}-{y}.jpg',
    summary: 'Returns the crop of a picture around a focal point (in per cent), for the preview of a shared link',
    contentTypes: ['image/jpeg', 'image/webp'],
  },
  {
    path: '/media/maps/{latitude},{longitude}.svg',
    summary: 'Returns the static map around the public position of a published location, with four decimals each',
    contentTypes: ['image/svg+xml'],
  },
];
