import { createHash, randomBytes } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import path from 'node:path'
import { pathToFileURL } from 'node:url'
import type { FastifyReply } from 'fastify'
import type { PageData } from './schema.ts'

type Renderer = { render(page: PageData): string; head(page: PageData, origin: string): string }

export type Pages = {
  /** A public page, rendered. */
  sendPublic(reply: FastifyReply, page: PageData): FastifyReply
  /** The client application, which renders itself. */
  sendApp(reply: FastifyReply, notice: string): FastifyReply
}

/** Reads the built pages and their renderer once; `origin` is where the world finds them. */
export async function openPages(web: string, origin: string): Promise<Pages> {
  const read = (file: string) => readFile(path.join(web, file), 'utf8')
  const [publicHtml, appHtml] = [await read('public.html'), await read('app.html')]
  const { render, head }: Renderer = await import(pathToFileURL(path.join(web, '../ssr/server.js')).href)
  const styles = [...publicHtml.matchAll(/<style>([\s\S]*?)<\/style>/g)].map(([, style]) => {
    return `'sha256-${createHash('sha256')
      .update(style ?? '')
      .digest('base64')}'`
  })

  return {
    sendPublic: (reply, page) => {
      const html = publicHtml
        .replace(/<!--head-->[\s\S]*<!--\/head-->/, () => head(page, origin))
        .replace('<!--app-->', () => render(page))
        .replace('<!--data-->', () => embed(page))
      const frameable = page.path.startsWith('/leads/new')
      return send(reply, html, policy(styles, frameable ? `'self'` : `'none'`))
    },
    sendApp: (reply, notice) => {
      const nonce = randomBytes(16).toString('base64')
      return send(
        reply,
        appHtml.replaceAll('__NONCE__', nonce).replace('__NOTICE__', () => inAttribute(notice)),
        policy([`'nonce-${nonce}'`], `'none'`)
      )
    }
  }
}

const inAttribute = (text: string): string => text.replace(/[&"<>]/g, character => `&#${character.charCodeAt(0)};`)

/** JSON inside HTML: a `<` could end the script element. */
const embed = (page: PageData): string =>
  `<script type="application/json" id="page-data">${JSON.stringify(page).replace(/</g, '\\u003c')}</script>`

/** Which sites may frame a form is the company's to say; until it can, none but our own. */
const policy = (styles: string[], ancestors: string): string =>
  [
    `default-src 'self'`,
    `script-src 'self'`,
    `style-src 'self' ${styles.join(' ')}`,
    `img-src 'self' data:`,
    `connect-src 'self'`,
    `font-src 'self'`,
    `object-src 'none'`,
    `base-uri 'none'`,
    `form-action 'self'`,
    `frame-ancestors ${ancestors}`
  ].join('; ')

const send = (reply: FastifyReply, html: string, contentSecurityPolicy: string): FastifyReply =>
  reply
    .type('text/html; charset=utf-8')
    .header('Cache-Control', 'no-cache')
    .header('Content-Security-Policy', contentSecurityPolicy)
    .send(html)
