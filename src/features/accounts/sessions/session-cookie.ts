/** The cookie with the key by which pages are rendered for a signed-in user. Calls of the API never read it. */
export function sessionCookie(isSecure: boolean) {
  const { name, options } = hostCookie('session', isSecure);
  return { name, options: { ...options, httpOnly: true } };
}

/**
 * The cookie by which the browser itself forbids the use of a session that it has logged out of, until the site has ended it: scripts
 * cannot delete the session's own cookie. It holds the id of the session, which is no secret, so that it can
 * neither forbid a later session nor be made up by another site.
 */
export function endedSessionCookie(isSecure: boolean) {
  return hostCookie('ended-session', isSecure);
}

export type Cookie = ReturnType<typeof hostCookie>;

/** @param isSecure whether the site is reached over HTTPS; with the prefix browsers accept the cookie from nobody else */
function hostCookie(name: string, isSecure: boolean) {
  return {
    name: isSecure ? `__Host-${name}` : name,
    options: { path: '/', sameSite: 'lax', secure: isSecure },
  } as const;
}
