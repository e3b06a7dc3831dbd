import { createRenderPool } from './rendering/render-pool.ts';
import { serve } from './serve.ts';

await serve(createRenderPool());
