import { afterFirstPaint, askNow } from './first-paint.ts';

afterFirstPaint(() => {
  askNow();
  void import('./hydrate.tsx');
});
