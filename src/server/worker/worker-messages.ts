/** The first message to a worker. */
export interface WorkerTask {
  readonly databaseUrl: string;
  /** SHA-256 of pictures that the worker must not decode. */
  readonly quarantined: readonly string[];
}

/** Messages of a worker: a heartbeat, the picture it starts to process, null for none, or its metrics in the text format. */
export type WorkerMessage = 'alive' | { readonly picture: string | null } | { readonly metrics: string };

/** Exit code of a worker in which processing a picture took too long. */
export const TIMEOUT_EXIT_CODE = 75;
