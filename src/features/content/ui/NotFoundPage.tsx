export function NotFoundPage() {
  return (
    <main id="content" tabIndex={-1} className="wrap message-page">
      <title>Page not found</title>
      <h1 className="display display--4">Page not found</h1>
      <p className="muted">The address may be mistyped, or the page may have moved.</p>
      <a href="/" className="button button--primary">
        Go to the home page
      </a>
    </main>
  );
}
