import { builtPages } from './rendering/threads.ts';
import { serve } from './serve.ts';

await serve(builtPages());
