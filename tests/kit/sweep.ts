import { mkdirSync } from 'node:fs'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Page } from 'playwright'
import { expect } from 'vitest'
import { accessibilityFaults } from './accessibility.ts'
import { type SignedIn, type Site, browserTest as test, type View, views, visit, visitAs } from './site.ts'

/** Where `SCREENSHOTS=true npm test tests/web` stores pictures of all screens. */
const shots = path.join(import.meta.dirname, '../../test-results/screens')

/**
 * Both sizes and both themes in two views of one page, since most of a sweep's time goes into loading pages. Each is
 * looked at in a smaller size as well.
 */
const looks = [
  { name: 'desktop light', smaller: { name: '200% zoom', width: 640, height: 450 } },
  { name: 'phone dark', smaller: { name: '320 px', width: 320, height: 640 } }
] as const

/** Whether nothing is wider than the window, as soon as the page has taken on its size. */
const fits = async (page: Page): Promise<boolean> =>
  expect
    .poll(() => page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth), {
      interval: 50
    })
    .toBe(0)
    .then(
      () => true,
      () => false
    )

/**
 * The controls that lie, wholly or in part, beyond the window or the part that cuts them off, where nobody can scroll
 * to them: the page is no wider for them.
 */
async function cutOff(page: Page): Promise<string[]> {
  let found = await cutOffNow(page)
  // Parts that follow the window's size do so a moment later.
  for (let again = 0; found.length > 0 && again < 10; again++) {
    await sleep(200)
    found = await cutOffNow(page)
  }
  return found
}

const cutOffNow = (page: Page) =>
  page.evaluate(() => {
    const controls = 'a[href], button, input, select, textarea, summary, [role=button], [role=tab], [role=combobox]'
    const isCut = (control: Element): boolean => {
      let { left, right, width, height } = control.getBoundingClientRect()
      // Out of sight on purpose: what only screen readers have, and links to skip to the content.
      if (width < 2 || height < 2 || right <= 0) return false
      for (let around = control.parentElement; around; around = around.parentElement) {
        const { overflowX } = getComputedStyle(around)
        if (overflowX === 'visible') continue
        const box = around.getBoundingClientRect()
        const scrolls = overflowX !== 'hidden' && overflowX !== 'clip' && around !== document.documentElement
        if (scrolls) [left, right] = [Math.max(left, box.left), Math.min(right, box.right)]
        else if (left < box.left - 1 || right > box.right + 1) return true
      }
      return left < -1 || right > innerWidth + 1
    }
    return (
      [...document.querySelectorAll(controls)]
        .filter(control => control.checkVisibility({ opacityProperty: true, visibilityProperty: true }))
        // The assistant's button steps aside where it would cover the pressed control.
        .filter(control => !control.closest('[aria-hidden=true], [inert], [data-open-chat]') && isCut(control))
        .map(control => `cut off: ${control.outerHTML.slice(0, 160)}`)
    )
  })

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
 * Opens every screen once, turns it into that of the other device, and checks both: axe finds no violation, nothing is
 * wider than the window, also at 320 px and at a zoom of 200%, nothing moves with reduced motion, and no script fails.
 * Reports all screens at once.
 */
export function sweep(site: Site, screens: readonly Screen[]): void {
  mkdirSync(shots, { recursive: true })
  test('every screen is accessible and fits', { timeout: 1_800_000 }, async () => {
    const failures: string[] = []
    const visitors = new Map<string | undefined, ReturnType<typeof visit>>()
    for (const screen of screens) {
      const who = screen.as?.()
      // One page for each person: it has already loaded the product's files and axe.
      const visitor = visitors.get(who?.token) ?? newVisitor(site, who)
      visitors.set(who?.token, visitor)
      const { page, problems } = await visitor
      const found = await lookAt(screen, page).catch(error => [String(error)])
      failures.push(...[...found, ...problems.splice(0)].map(what => `${screen.name}: ${what}`))
      await forget(page)
    }
    expect(failures).toEqual([])
  })
}

async function newVisitor(site: Site, who: SignedIn | undefined): ReturnType<typeof visit> {
  const visitor = who ? await visitAs(site, who) : await visit(site.url)
  // Unsaved input must not keep the page from leaving.
  visitor.page.on('dialog', dialog => dialog.accept())
  return visitor
}

/** Resets everything that a screen may have changed in the page. */
async function forget(page: Page): Promise<void> {
  await page.unrouteAll()
  await page.context().setOffline(false)
  await page.goto('/health/live') // a page without the product's scripts, which would miss their data
  await page.evaluate(() => {
    localStorage.clear()
    sessionStorage.clear()
  })
  await page.context().clearCookies()
}

async function lookAt(screen: Screen, page: Page): Promise<string[]> {
  await show(page, 'desktop light')
  await page.goto(screen.path())
  await screen.ready(page)
  const found: string[] = []
  for (const { name, smaller } of looks) {
    await show(page, name)
    // A problem that only shows while the page takes on the other theme is no fault.
    let problems = await accessibilityFaults(page)
    for (let again = 0; problems.length > 0 && again < 3; again++) {
      await sleep(500)
      problems = await accessibilityFaults(page)
    }
    if (!(await fits(page))) problems.push('wider than the window')
    problems.push(...(await moving(page)).map(what => `moves though asked not to: ${what}`))
    if (process.env.SCREENSHOTS)
      await page.screenshot({ path: path.join(shots, `${screen.name} ${name}.png`), fullPage: true })
    await page.setViewportSize(smaller)
    if (!(await fits(page))) problems.push(`wider than the window at ${smaller.name}`)
    problems.push(...(await cutOff(page)).map(what => `${what} at ${smaller.name}`))
    found.push(...problems.map(problem => `${name}: ${problem}`))
  }
  return found
}

/** Turns a page into that of another device: its size, its theme, and the files that they load. */
async function show(page: Page, name: (typeof looks)[number]['name']): Promise<void> {
  const { width, height, scheme } = views[name] as View
  await page.emulateMedia({ colorScheme: scheme, reducedMotion: 'reduce' })
  await page.setViewportSize({ width, height })
  // Where the page is offline, or shows what is under way, it stays.
  const loading = page.locator('[role=progressbar]:not([aria-valuenow])')
  await expect
    .poll(() => loading.count(), { timeout: 2000 })
    .toBe(0)
    .catch(() => {})
}
