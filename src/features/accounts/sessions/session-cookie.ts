/** The cookie with the session key, with which pages are rendered for the signed-in user. API calls do not read it. */
export function sessionCookie(isSecure: boolean) {
  const { name, options } = hostCookie('session', isSecure);
  return { name, options: { ...options, httpOnly: true } };
}

/**
 * The cookie with which the browser marks a session as logged out until the server has ended it, as scripts cannot delete the
 * session cookie. It contains the id of the session, so it does not affect later sessions and other sites cannot forge it.
 */
export function endedSessionCookie(isSecure: boolean) {
  return hostCookie('ended-session', isSecure);
}

export type Cookie = ReturnType<typeof hostCookie>;

/** @param isSecure whether the site uses HTTPS; browsers then accept the prefixed cookie from this host only */
function hostCookie(name: string, isSecure: boolean) {
  return {
    name: isSecure ? `__Host-${name}` : name,
    options: { path: '/', sameSite: 'lax', secure: isSecure },
  } as const;
}
