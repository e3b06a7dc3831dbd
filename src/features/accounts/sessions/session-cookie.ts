import { hostCookie } from '../../../platform/http/host-cookie.ts';

/** The cookie with the session key, used to render pages for the signed-in user. API calls do not read it. */
export function sessionCookie(siteUrl: string) {
  return httpOnlyCookie('session', siteUrl);
}

/**
 * The cookie that marks a session as logged out until the server has ended it, as scripts cannot delete the session cookie. It contains the
 * id of the session, so it does not affect later sessions and other sites cannot forge it.
 */
export function endedSessionCookie(siteUrl: string) {
  return hostCookie('ended-session', siteUrl);
}

/**
 * The cookie that identifies a browser that an account was used in before. It authorises nothing: without it, the user gets an email about
 * a log-in.
 */
export function knownDeviceCookie(siteUrl: string) {
  return httpOnlyCookie('known-device', siteUrl);
}

/**
 * The cookie that binds a log-in at the provider to the browser in which it began. It authorises nothing without the answer of the
 * provider.
 */
export function singleSignOnCookie(siteUrl: string) {
  return httpOnlyCookie('single-sign-on', siteUrl);
}

/** A cookie that no script can read. */
function httpOnlyCookie(suffix: string, siteUrl: string) {
  const { name, options } = hostCookie(suffix, siteUrl);
  return { name, options: { ...options, httpOnly: true } };
}
