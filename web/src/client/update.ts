const reloadedKey = 'reloadedAt'

/**
 * After a new version is installed, an open page asks for chunks that are gone. Reloading brings the new version; only
 * once a minute, so that a chunk that fails for another reason reaches the error page.
 */
export function recoverFromUpdate(): void {
  addEventListener('vite:preloadError', event => {
    if (Date.now() - Number(sessionStorage.getItem(reloadedKey)) < 60_000) return
    sessionStorage.setItem(reloadedKey, String(Date.now()))
    event.preventDefault()
    location.reload()
  })
}
