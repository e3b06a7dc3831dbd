import { afterFirstPaint, startModulepreload } from './hydration/deferred-modulepreload.ts';

// The content security policy forbids `eval`, which zod would probe for. Set before any script that contains zod is loaded.
Object.assign(globalThis, { __zod_globalConfig: { jitless: true } });

afterFirstPaint(() => {
  startModulepreload();
  void import('./hydration/hydrate.tsx');
});
