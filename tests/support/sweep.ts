import { mkdirSync } from 'node:fs'
import path from 'node:path'
import { AxeBuilder } from '@axe-core/playwright'
import type { Page } from 'playwright'
import { expect } from 'vitest'
import type { Tenant } from './app.ts'
import { type openSite, browserTest as test, views, visit } from './site.ts'

/** Where the screenshots of a run are kept, for whoever wants to look. */
const shots = path.join(import.meta.dirname, '../../test-results/screens')

/** Both themes and both sizes: axe takes most of the time of a sweep. */
const checked = ['desktop light', 'phone dark']

export type Screen = {
  name: string
  path: () => string
  as?: () => Pick<Tenant, 'userId' | 'token' | 'auth'>
  ready: (page: Page) => Promise<unknown>
}

/** Opens every screen in each view: axe finds nothing, nothing is wider than the window, and no script fails. */
export function sweep(site: Awaited<ReturnType<typeof openSite>>, screens: readonly Screen[]): void {
  mkdirSync(shots, { recursive: true })
  test.for(Object.keys(views))('every screen is accessible and fits, %s', { timeout: 600_000 }, async name => {
    const view = views[name]
    if (!view) throw new Error('no such view')
    const signedIn = new Map<string, string>()
    for (const { name: screen, path: address, as, ready } of screens) {
      const { page, context, problems } = await visit(site.url, view)
      if (as) {
        const who = as()
        const user = signedIn.get(who.token) ?? (await site.app.inject({ url: '/api/auth/me', headers: who.auth })).body
        signedIn.set(who.token, user)
        await context.addInitScript(
          ([token, kept]) => {
            localStorage.setItem('token', token ?? '')
            localStorage.setItem('user', kept ?? '')
            localStorage.setItem('isAuthenticated', 'true')
          },
          [who.token, user]
        )
      }
      await page.goto(address())
      await ready(page)
      await page.waitForTimeout(250) // entrances of dialogs and lists, which axe would read as faint text
      if (checked.includes(name)) {
        const { violations } = await new AxeBuilder({ page }).analyze()
        const found = violations.map(
          ({ id, nodes }) => `${id}: ${nodes.map(node => node.html.slice(0, 160)).join(' | ')}`
        )
        expect(found, `${screen}, ${name}`).toEqual([])
      }
      const overflow = await page.evaluate(
        () => document.documentElement.scrollWidth - document.documentElement.clientWidth
      )
      expect(overflow, `${screen}, ${name}: wider than the window`).toBeLessThanOrEqual(0)
      await page.screenshot({ path: path.join(shots, `${screen} ${name}.png`), fullPage: true })
      expect(problems, `${screen}, ${name}`).toEqual([])
      await context.close()
    }
  })
}
