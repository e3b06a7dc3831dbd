/** The types that tests use of the package, which has none. */
declare module 'oidc-provider' {
  import type { IncomingMessage, ServerResponse } from 'node:http';

  interface Context {
    readonly path: string;
    readonly oidc?: {
      readonly route?: string;
      readonly session?: { readonly accountId?: string };
      readonly client?: { readonly clientId: string };
    };
    body: unknown;
  }
  interface Grant {
    addOIDCScope(scope: string): void;
    save(): Promise<string>;
  }
  export class Provider {
    constructor(issuer: string, configuration: object);
    readonly Grant: new (properties: { accountId: string | undefined; clientId: string | undefined }) => Grant;
    use(middleware: (context: Context, next: () => Promise<void>) => Promise<void>): void;
    callback(): (request: IncomingMessage, response: ServerResponse) => void;
    interactionDetails(
      request: IncomingMessage,
      response: ServerResponse,
    ): Promise<{ readonly uid: string; readonly prompt: { readonly name: string } }>;
    interactionFinished(
      request: IncomingMessage,
      response: ServerResponse,
      result: object,
      options: { mergeWithLastSubmission: boolean },
    ): Promise<void>;
  }
}
