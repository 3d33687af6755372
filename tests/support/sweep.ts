import { mkdirSync } from 'node:fs'
import path from 'node:path'
import type { Page } from 'playwright'
import { expect } from 'vitest'
import { accessibilityFaults } from './accessibility.ts'
import { type SignedIn, type Site, browserTest as test, type View, views, visit, visitAs } from './site.ts'

/** Where `SCREENSHOTS=true npm test tests/web` stores pictures of all screens. */
const shots = path.join(import.meta.dirname, '../../test-results/screens')

/** Both themes and both sizes in two views: most of a sweep's time is spent in axe. */
const checked = ['desktop light', 'phone dark']

/** Smaller sizes, checked after each view. */
const narrow: Record<string, Record<string, { width: number; height: number }>> = {
  'desktop light': { '200% zoom': { width: 640, height: 450 } },
  'phone dark': { '320 px': { width: 320, height: 640 } }
}

const overflow = (page: Page) =>
  page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth)

/** Animations long enough to be seen, except for the loading indicator of a page. */
const moving = (page: Page) =>
  page.evaluate(() =>
    document.getAnimations().flatMap(animation => {
      const { duration = 0, iterations = 1 } = animation.effect?.getComputedTiming() ?? {}
      const long = Number(duration) * Number(iterations) > 100 && animation.playState === 'running'
      return long ? [`${(animation as CSSAnimation).animationName ?? 'transition'}: ${duration} ms`] : []
    })
  )

export type Screen = {
  name: string
  path: () => string
  as?: () => SignedIn
  ready: (page: Page) => Promise<unknown>
}

/**
 * Opens every screen in both sizes and themes, and checks it: axe finds no violation, nothing is wider than the window,
 * also at 320 px and at a zoom of 200%, nothing moves with reduced motion, and no script fails. Reports all screens at
 * once.
 */
export function sweep(site: Site, screens: readonly Screen[]): void {
  mkdirSync(shots, { recursive: true })
  test.for(checked)('every screen is accessible and fits, %s', { timeout: 900_000 }, async name => {
    const view = views[name]
    if (!view) throw new Error('no such view')
    const failures: string[] = []
    const visitors = new Map<string | undefined, ReturnType<typeof visit>>()
    for (const screen of screens) {
      const who = screen.as?.()
      // One page for each person: it has already loaded the product's files and axe.
      const visitor = visitors.get(who?.token) ?? newVisitor(site, view, who)
      visitors.set(who?.token, visitor)
      const { page, problems } = await visitor
      const found = await look(screen, name, page).catch(error => [String(error)])
      failures.push(...[...found, ...problems.splice(0)].map(what => `${screen.name}: ${what}`))
      await forget(page, view)
    }
    expect(failures).toEqual([])
  })
}

async function newVisitor(site: Site, view: View, who: SignedIn | undefined): ReturnType<typeof visit> {
  const visitor = who ? await visitAs(site, who, view) : await visit(site.url, view)
  // Unsaved input must not keep the page from leaving.
  visitor.page.on('dialog', dialog => dialog.accept())
  return visitor
}

/** Resets everything that a screen may have changed in the page. */
async function forget(page: Page, { width, height }: View): Promise<void> {
  await page.unrouteAll()
  await page.context().setOffline(false)
  await page.goto('/health/live') // a page without the product's scripts, which would miss their data
  await page.evaluate(() => {
    localStorage.clear()
    sessionStorage.clear()
  })
  await page.context().clearCookies()
  await page.setViewportSize({ width, height })
}

async function look({ name: screen, path: address, ready }: Screen, name: string, page: Page): Promise<string[]> {
  await page.goto(address())
  await ready(page)
  const found = await accessibilityFaults(page)
  if ((await overflow(page)) > 0) found.push('wider than the window')
  found.push(...(await moving(page)).map(what => `moves though asked not to: ${what}`))
  if (process.env.SCREENSHOTS)
    await page.screenshot({ path: path.join(shots, `${screen} ${name}.png`), fullPage: true })
  for (const [what, size] of Object.entries(narrow[name] ?? {})) {
    await page.setViewportSize(size)
    const fits = expect.poll(() => overflow(page), { timeout: 1000, interval: 50 }).toBe(0)
    await fits.catch(() => found.push(`wider than the window at ${what}`))
  }
  return found
}
