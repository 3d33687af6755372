const reloadedKey = 'reloadedAt'

/**
 * After a new version is installed, an open page asks for chunks that are gone. Reloading brings the new version; only
 * once a minute, so that a chunk that fails for another reason reaches the error page, and only where the server
 * answers: without it the browser would show its own error in the place of what the person was at.
 */
export function recoverFromUpdate(): void {
  addEventListener('vite:preloadError', () => {
    if (Date.now() - Number(sessionStorage.getItem(reloadedKey)) < 60_000) return
    void fetch('/health/live').then(
      ({ ok }) => {
        if (!ok) return
        sessionStorage.setItem(reloadedKey, String(Date.now()))
        location.reload()
      },
      () => {}
    )
  })
}
