import { config } from 'zod';

// The content security policy forbids `eval`, which zod would probe for.
config({ jitless: true });
