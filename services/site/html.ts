import { createHash, randomBytes } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import path from 'node:path'
import { pathToFileURL } from 'node:url'
import type { FastifyReply } from 'fastify'
import { brandStyle } from '../account/companies/brand/rules.ts'
import type { PageData } from './schema.ts'

type Renderer = { render(page: PageData): string; head(page: PageData, origin: string): string }

export type Pages = {
  /** Sends a rendered public page. `framedBy`: sources of `frame-ancestors`; none by default. */
  sendPublic(reply: FastifyReply, page: PageData, framedBy?: string): FastifyReply
  /**
   * Sends the client application, which renders in the browser. `cursor`: of the live events, taken before the page
   * reads anything, so that it misses no change of what it will read; '' where there is none. `demonstration`: its
   * customers are played.
   */
  sendApp(reply: FastifyReply, page: { notice: string; cursor: string; demonstration: boolean }): FastifyReply
}

/** Reads the built pages and their renderer once; `origin` is the public address. */
export async function openPages(web: string, origin: string): Promise<Pages> {
  const read = (file: string) => readFile(path.join(web, file), 'utf8')
  const [publicHtml, appHtml] = [await read('public.html'), await read('app.html')]
  const { render, head }: Renderer = await import(pathToFileURL(path.join(web, '../ssr/server.js')).href)
  const hashesOf = (tag: 'style' | 'script') =>
    [...publicHtml.matchAll(new RegExp(`<${tag}>([\\s\\S]*?)</${tag}>`, 'g'))].map(([, text]) => hashOf(text ?? ''))
  const [styles, scripts] = [hashesOf('style'), hashesOf('script')]

  return {
    sendPublic: (reply, page, framedBy = `'none'`) => {
      const accent = (page.form ?? page.booking?.page.form)?.settings.accent
      const colors = accent ? brandStyle(accent) : ''
      const html = withTheme(publicHtml, page.path)
        .replace(/<!--head-->[\s\S]*<!--\/head-->/, () => head(page, origin))
        .replace('</head>', () => (colors ? `<style>${colors}</style></head>` : '</head>'))
        .replace('<!--app-->', () => render(page))
        .replace('<!--data-->', () => embed(page))
      return send(reply, html, policy(framedBy, colors ? [...styles, hashOf(colors)] : styles, scripts))
    },
    sendApp: (reply, { notice, cursor, demonstration }) => {
      const nonce = randomBytes(16).toString('base64')
      return send(
        reply,
        appHtml
          .replaceAll('__NONCE__', nonce)
          .replace('__CURSOR__', cursor)
          .replace('__DEMONSTRATION__', String(demonstration))
          .replace('__NOTICE__', () => inAttribute(notice)),
        policy(`'none'`, [`'nonce-${nonce}'`])
      )
    }
  }
}

/** An embedded page ignores the device's theme: it is light, unless the embedding site asks for dark. */
function withTheme(html: string, path: string): string {
  const query = new URLSearchParams(path.split('?')[1])
  if (!query.has('embed')) return html
  return html.replace('<html ', `<html data-theme="${query.get('theme') === 'dark' ? 'dark' : 'light'}" `)
}

const hashOf = (text: string) => `'sha256-${createHash('sha256').update(text).digest('base64')}'`

const inAttribute = (text: string): string => text.replace(/[&"<>]/g, character => `&#${character.charCodeAt(0)};`)

/** As JSON that is safe inside a script element: `<` is escaped. */
const embed = (page: PageData): string =>
  `<script type="application/json" id="page-data">${JSON.stringify(page).replace(/</g, '\\u003c')}</script>`

const policy = (ancestors: string, styles: string[], scripts: string[] = []): string =>
  [
    `default-src 'self'`,
    ['script-src', `'self'`, ...scripts].join(' '),
    ['style-src', `'self'`, ...styles].join(' '),
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
