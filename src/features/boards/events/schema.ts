import { z } from 'zod';

/** The data of an event: that a board has this version now. What has changed is read as always. */
export const boardEvent = z.object({ version: z.number() });

/** How often a quiet stream has a sign of life. */
export const HEARTBEAT_MS = 15_000;
