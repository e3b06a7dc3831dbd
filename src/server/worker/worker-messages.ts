/** The first message to a worker. */
export interface WorkerTask {
  readonly databaseUrl: string;
}

/** Messages of a worker: a heartbeat, or its metrics in the text format. */
export type WorkerMessage = 'alive' | { readonly metrics: string };
