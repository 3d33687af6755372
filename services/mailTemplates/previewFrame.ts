import { createHash } from 'node:crypto'

/**
 * Shows the mail that its parent sends. A frame with `srcdoc` would be under the policy of the application, which allows
 * no inline styles; this page has one of its own, and an origin that nothing belongs to.
 */
const script = `addEventListener('message', ({ source, data }) => {
  if (source === parent && data && data.type === 'prosa:mail') document.documentElement.innerHTML = data.html
})
parent.postMessage({ type: 'prosa:mail-ready' }, '*')`

export const previewFrame = `<!doctype html>
<html lang="pt-BR"><head><title>Prévia</title><meta name="viewport" content="width=device-width, initial-scale=1"><script>${script}</script></head><body></body></html>`

const hash = createHash('sha256').update(script).digest('base64')

/** Only this script runs, whatever a mail holds; links open nothing, and nothing is sent anywhere but for pictures. */
export const previewFramePolicy = [
  `default-src 'none'`,
  `script-src 'sha256-${hash}'`,
  `style-src 'unsafe-inline'`,
  'img-src https: http: data:',
  `base-uri 'none'`,
  `form-action 'none'`,
  `frame-ancestors 'self'`,
  'sandbox allow-scripts'
].join('; ')
