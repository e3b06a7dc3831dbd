import { config } from 'zod';

// The content security policy forbids making code from text, which zod would try first to see whether it may.
config({ jitless: true });
