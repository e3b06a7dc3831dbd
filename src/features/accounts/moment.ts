import { z } from 'zod';

export const moment = z.string().describe('A date and time, such as 2026-11-12T09:30:00.000Z');
