import path from 'node:path'
import type { Browser, BrowserContext, Locator, Page } from 'playwright'
import { expect, onTestFinished, test } from 'vitest'
import { openApp, type Tenant, testConfig } from './app.ts'
import { browserPath, openBrowser } from './browser.ts'
import { built } from './built.ts'
import { newDatabase } from './database.ts'
import { atEnd } from './end.ts'
import { patience } from './patience.ts'
import { openWorker } from './workers.ts'

const web = path.join(import.meta.dirname, '../../dist/web')

/** Skips tests that need a browser where none is installed. */
export const browserTest = browserPath() === undefined ? test.skip : test

/** The built product on a database of its own: pages, API and worker at one address. */
export async function openSite(env: NodeJS.ProcessEnv = {}) {
  await built()
  const database = { DATABASE_URL: await newDatabase(), ...env }
  const app = await openApp(database, web)
  await app.listen({ port: 0, host: '127.0.0.1' })
  await openWorker(testConfig(database))
  const address = app.server.address()
  const port = typeof address === 'object' ? address?.port : undefined
  return { app, url: `http://127.0.0.1:${port}` }
}

export type Site = Awaited<ReturnType<typeof openSite>>

export type View = { width: number; height: number; scheme: 'light' | 'dark'; touch?: boolean; zone?: string }

export const views: Record<string, View> = {
  'desktop light': { width: 1280, height: 900, scheme: 'light' },
  'desktop dark': { width: 1280, height: 900, scheme: 'dark' },
  'phone light': { width: 360, height: 740, scheme: 'light' },
  'phone dark': { width: 360, height: 740, scheme: 'dark' }
}

/** One for all files of a process, with which it ends. */
let shared: Promise<Browser> | undefined
/** The whole browser, for a file that asked for it by `asVisitorsDo`. */
let own: Promise<Browser> | undefined
let wantsOwn = false

/**
 * Has the pages of a file open in the whole browser, as those of visitors do; called before the first visit. For
 * measurements and pictures, and for features that Chromium's headless shell lacks.
 */
export function asVisitorsDo(): void {
  wantsOwn = true
  atEnd(async () => {
    await (await own)?.close()
    own = undefined
    wantsOwn = false
  })
}

function browserOfFile(): Promise<Browser> {
  if (!wantsOwn) {
    shared ??= openBrowser({ optimizing: false })
    return shared
  }
  own ??= openBrowser()
  return own
}

/**
 * Where something stands in the window once it has stood there for three frames, or after a second: a calendar measures
 * itself after it was drawn, and a click before that misses. Measured in the page itself: Playwright's `boundingBox`
 * has been seen to return the place before the last change.
 */
export const boxOf = (part: Locator): Promise<DOMRect> =>
  part.evaluate(async element => {
    const look = () => element.getBoundingClientRect().toJSON()
    let [box, same] = [look(), 0]
    for (let frames = 0; same < 3 && frames < 60; frames++) {
      await new Promise(requestAnimationFrame)
      const next = look()
      same = JSON.stringify(next) === JSON.stringify(box) ? same + 1 : 0
      box = next
    }
    return box
  })

/**
 * Ticks a box or chooses a radio button, and waits until it shows: one that is bound to the server's state shows the
 * change a moment after the click, which Playwright's own `check` takes for a click without effect.
 */
export const check = (part: Locator): Promise<void> => setChecked(part, true)

export const uncheck = (part: Locator): Promise<void> => setChecked(part, false)

async function setChecked(part: Locator, on: boolean): Promise<void> {
  if ((await part.isChecked()) !== on) await part.click()
  await expect.poll(() => part.isChecked()).toBe(on)
}

/** A new visitor without cookies or storage; an error in the page's scripts fails the test. */
export async function visit(
  url: string,
  view: View = views['desktop light'] as View
): Promise<{ page: Page; context: BrowserContext; problems: string[] }> {
  const context = await (await browserOfFile()).newContext({
    baseURL: url,
    locale: 'pt-BR',
    timezoneId: view.zone ?? 'America/Sao_Paulo',
    colorScheme: view.scheme,
    hasTouch: view.touch ?? false,
    viewport: { width: view.width, height: view.height },
    reducedMotion: 'reduce'
  })
  atEnd(() => context.close()) // also after a failure: open pages slow down all later tests
  const problems: string[] = []
  // React reports errors it recovered from together with their cause.
  await context.addInitScript(() =>
    addEventListener('error', ({ error }) => error?.cause && console.error(`caused by ${error.cause.stack}`))
  )
  const page = await context.newPage()
  page.on('pageerror', error => problems.push(error.message))
  page.on('console', message => {
    if (message.type() === 'error' && /^caused by|Content Security Policy|hydrat/i.test(message.text()))
      problems.push(message.text())
  })
  page.setDefaultTimeout(patience.look)
  return { page, context, problems }
}

export type SignedIn = Pick<Tenant, 'token' | 'auth'>

/** Signs a person in on every page of a context. */
export async function signIn({ app }: Site, context: BrowserContext, { token, auth }: SignedIn): Promise<void> {
  const { body } = await app.inject({ url: '/api/auth/me', headers: auth })
  await context.addInitScript(
    ([token, user]) => {
      // A frame in a sandbox has no storage.
      if (origin === 'null' || localStorage.getItem('token')) return
      localStorage.setItem('token', token ?? '')
      localStorage.setItem('user', user ?? '')
      localStorage.setItem('isAuthenticated', 'true')
    },
    [token, body]
  )
}

/** A visitor who is signed in. */
export async function visitAs(site: Site, who: SignedIn, view?: View): ReturnType<typeof visit> {
  const visitor = await visit(site.url, view)
  await signIn(site, visitor.context, who)
  return visitor
}

/** Opens a page as a signed-in person. The test fails if a script of the page failed. */
export async function openAs(site: Site, who: SignedIn, address: string, view?: View): Promise<Page> {
  const { page, problems } = await visitAs(site, who, view)
  await page.goto(address)
  onTestFinished(() => expect(problems).toEqual([]))
  return page
}
