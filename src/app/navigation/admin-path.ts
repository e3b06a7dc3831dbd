/** Whether a path is one of the back office. In the browser its routes are loaded on its pages only. */
export function isAdminPath(pathname: string): boolean {
  return /^\/admin(\/|$)/.test(pathname);
}
