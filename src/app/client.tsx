import { afterFirstPaint, startModulepreload } from './hydration/deferred-modulepreload.ts';

afterFirstPaint(() => {
  startModulepreload();
  void import('./hydration/hydrate.tsx');
});
