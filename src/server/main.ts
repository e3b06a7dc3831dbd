import { builtPages } from './built.ts';
import { serve } from './serve.ts';

await serve(builtPages);
