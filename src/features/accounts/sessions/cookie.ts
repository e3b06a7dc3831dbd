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
  const { write, read } = cookieNamed('session', secure, '; HttpOnly');
  return { keep: write, forget: write('', 0), read };
}

/**
 * The cookie by which the browser itself forbids the use of a session that it has logged out of, until the site has ended it: scripts
 * cannot delete the session's own cookie. It holds the id of the session, which opens nothing, so that it can
 * neither forbid a later session nor be made up by another site.
 */
export interface EndedSessionCookie {
  /** What `document.cookie` is set to. */
  keep(sessionId: string): string;
  readonly forget: string;
  /** The id of the session that must not be used any more. */
  read(cookies: string | undefined): string | undefined;
}

/** @param secure as the cookie of the session */
export function endedSessionCookie(secure: boolean): EndedSessionCookie {
  const { write, read } = cookieNamed('ended-session', secure);
  return { keep: (sessionId) => write(sessionId, LONGEST), forget: write('', 0), read };
}

/** No session lasts longer, see SESSION_AGES (milliseconds). */
const LONGEST = 30 * 86_400_000;

function cookieNamed(bareName: string, secure: boolean, attributes = '') {
  const name = secure ? `__Host-${bareName}` : bareName;
  const inCookies = new RegExp(`(?:^|;)\\s*${name}=([^;\\s]*)`);
  return {
    write: (value: string, maxAgeMs: number) =>
      `${name}=${value}; Max-Age=${Math.floor(maxAgeMs / 1000)}; Path=/${attributes}; SameSite=Lax${secure ? '; Secure' : ''}`,
    read: (cookies: string | undefined) => inCookies.exec(cookies ?? '')?.[1],
  };
}
