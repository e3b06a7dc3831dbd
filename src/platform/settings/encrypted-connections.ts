/** A setting with the URL of another server. */
interface Connection {
  readonly name: string;
  readonly url: string | undefined;
}

/** Whether a connection without TLS is allowed: to this machine, and to hosts that the operator has named. */
export function isPlaintextAllowed(hostname: string, plaintextHosts: readonly string[]): boolean {
  return isLoopback(hostname) || plaintextHosts.includes(hostname.replace(/^\[|\]$/g, '').toLowerCase());
}

/** Whether a host name is a loopback address. */
export function isLoopback(host: string): boolean {
  return /^(localhost|127(\.\d+){3}|\[?::1\]?)$/.test(host);
}

/** Parameters of URLs that switch TLS or the check of certificates off, whatever their value. */
const WEAKENING = /^(ignoreTLS|opportunisticTLS|requireTLS|secure|tls\..*|uselibpqcompat)$/i;

/**
 * Lists the connections of a site that would not be encrypted, or not to a server with a valid certificate, one line for each.
 * SMTP and IMAP are not among them if their URL has no TLS: these connections then require STARTTLS.
 */
export function listUnencryptedConnections(
  { smtp, database, storage, traces }: Readonly<Record<'smtp' | 'database' | 'storage' | 'traces', string | undefined>>,
  plaintextHosts: readonly string[],
): string[] {
  const exempt = (url: URL) => isPlaintextAllowed(url.hostname, plaintextHosts);
  const orElse = (host: string) => `or add ${host} to PLAINTEXT_HOSTS if the network in between is private`;
  const problems: (string | false)[] = [];
  const check = ({ name, url }: Connection, findProblem: (url: URL) => string | false) => {
    const problem = url !== undefined && findProblem(new URL(url));
    problems.push(problem && `${name}: ${problem}`);
  };
  check({ name: 'SMTP_URL', url: smtp }, (url) => !exempt(url) && hasWeakening(url));
  check({ name: 'DATABASE_URL', url: database }, (url) => {
    // Without a host it is a Unix socket, whose folder may be a parameter.
    const host = url.searchParams.get('host') ?? url.hostname;
    if (host === '' || host.startsWith('/') || isPlaintextAllowed(host, plaintextHosts)) return false;
    if (url.searchParams.get('sslmode') !== 'verify-full') return `must end with sslmode=verify-full, ${orElse(host)}`;
    return hasWeakening(url);
  });
  check({ name: 'STORAGE_URL', url: storage }, (url) => {
    const endpoint = url.protocol === 's3:' ? url.searchParams.get('endpoint') : null;
    return endpoint !== null && findPlainHttp(endpoint);
  });
  check({ name: 'OTEL_EXPORTER_OTLP_ENDPOINT', url: traces }, (url) => findPlainHttp(url.href));

  function findPlainHttp(text: string): string | false {
    if (!URL.canParse(text)) return 'must have an endpoint that is a URL';
    const url = new URL(text);
    return url.protocol !== 'https:' && !exempt(url) && `must use https://, ${orElse(url.hostname)}`;
  }
  return problems.filter((problem) => problem !== false);
}

function hasWeakening({ searchParams }: URL): string | false {
  const name = [...searchParams.keys()].find((key) => WEAKENING.test(key));
  return (
    name !== undefined && `must not have the parameter ${name}: connections are encrypted and certificates checked`
  );
}
