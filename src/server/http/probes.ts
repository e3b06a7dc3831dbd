/** Routes that load balancers call every second, from one address and without an account: a node must not count as dead for them. */
export const PROBES: ReadonlySet<string | undefined> = new Set(['/api/health', '/api/ready']);
