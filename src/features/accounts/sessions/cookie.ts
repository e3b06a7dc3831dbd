/** The cookie that lets pages be rendered for whoever is signed in. Calls of the API never read it. */
export interface SessionCookie {
  /** The header that has the browser keep a key. */
  keep(key: string, maxAgeMs: number): string;
  /** The header that has it forget the key. */
  readonly forget: string;
  /** The key in the cookies that a request brings. */
  read(cookies: string | undefined): string | undefined;
}

/** @param secure whether the site is reached over HTTPS; browsers then take the cookie from nobody else */
export function sessionCookie(secure: boolean): SessionCookie {
  const name = secure ? '__Host-session' : 'session';
  const header = (value: string, seconds: number) =>
    `${name}=${value}; Max-Age=${seconds}; Path=/; HttpOnly; SameSite=Lax${secure ? '; Secure' : ''}`;
  const inCookies = new RegExp(`(?:^|;)\\s*${name}=([^;\\s]*)`);
  return {
    keep: (key, maxAgeMs) => header(key, Math.floor(maxAgeMs / 1000)),
    forget: header('', 0),
    read: (cookies) => inCookies.exec(cookies ?? '')?.[1],
  };
}
