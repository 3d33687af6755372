import { isIP } from 'node:net'
import { mayCall } from '../../../core/outside.ts'
import type { ChannelAdapter } from '../adapter.ts'
import { openAddress } from '../meta/files.ts'

/** Instagram gives the addresses of files, and fetches ours. */
export const media: ChannelAdapter['media'] = {
  fetch: ({ config }, { url }) => openAddress(url, config.meta.instagramUrl),

  unavailable: ({ publicUrl, meta }) =>
    isPublic(meta.instagramUrl) && !isPublic(publicUrl)
      ? 'O Instagram busca os arquivos neste sistema, que não tem endereço na internet. Peça a quem o instalou para definir PUBLIC_URL.'
      : null
}

/** Whether an address is one that others on the internet might reach. */
function isPublic(url: string): boolean {
  const host = new URL(url).hostname.replace(/^\[|\]$/g, '')
  return isIP(host) ? mayCall(host, false) : host.includes('.') && !/\.(localhost|local|internal|test)$/.test(host)
}
