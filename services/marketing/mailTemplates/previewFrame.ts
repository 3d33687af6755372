import { createHash } from 'node:crypto'

/** A page and the policy that it comes with. */
export type Frame = { html: string; policy: string }

/**
 * Shows the mail that its parent sends. A frame with `srcdoc` would be under the policy of the application, which
 * allows no inline styles; this page has one of its own, and an origin that nothing belongs to. Only this script runs,
 * regardless of the mail, and nothing is requested except pictures.
 *
 * @param then runs once the mail is shown
 * @param sandbox what the mail may do beyond that
 */
function frameOf(then: string, sandbox: string): Frame {
  const script = `addEventListener('message', ({ source, data }) => {
  if (source !== parent || !data || data.type !== 'prosa:mail') return
  document.documentElement.innerHTML = data.html
  ${then}
})
parent.postMessage({ type: 'prosa:mail-ready' }, '*')`
  const hash = createHash('sha256').update(script).digest('base64')
  return {
    html: `<!doctype html>
<html lang="pt-BR"><head><title>Prévia</title><meta name="viewport" content="width=device-width, initial-scale=1"><script>${script}</script></head><body></body></html>`,
    policy: [
      `default-src 'none'`,
      `script-src 'sha256-${hash}'`,
      `style-src 'unsafe-inline'`,
      'img-src https: http: data:',
      `base-uri 'none'`,
      `form-action 'none'`,
      `frame-ancestors 'self'`,
      `sandbox allow-scripts${sandbox}`
    ].join('; ')
  }
}

/** The frame of a mail that is being written: links open nothing. */
export const previewFrame = frameOf('', '')

/** The frame of a kept mail: links open a window of their own, as in a mail program. */
export const readerFrame = frameOf(
  "for (const link of document.links) Object.assign(link, { target: '_blank', rel: 'noopener noreferrer' })",
  ' allow-popups allow-popups-to-escape-sandbox'
)
