import type { Page } from 'playwright'
import { expect } from 'vitest'
import { company } from '../kit/app.ts'
import { openSite, browserTest as test, visit } from '../kit/site.ts'

const site = await openSite()

/** Presses a button at the moment when React already listens to the page and has not yet reported that it is alive. */
const pressWhileWaking = (page: Page, button: string) =>
  page.addInitScript(selector => {
    const listen = EventTarget.prototype.addEventListener
    let pressed = false
    EventTarget.prototype.addEventListener = function (this: EventTarget, ...listener: Parameters<typeof listen>) {
      listen.apply(this, listener)
      if (pressed || !(this instanceof Element) || this.id !== 'root') return
      pressed = true
      queueMicrotask(() => document.querySelector<HTMLElement>(selector)?.click())
    } as typeof listen
  }, button)

test('what is pressed while the page comes alive is pressed once', async () => {
  const { id } = await company(site.app)
  const { page, problems } = await visit(site.url)
  await pressWhileWaking(page, 'button[aria-haspopup=dialog]')
  await page.goto(`/leads/new?client=${id}`)
  await page.mouse.move(20, 20)
  await page.getByRole('grid').waitFor()
  await page.waitForLoadState('networkidle')
  await expect.poll(() => page.getByRole('grid').isVisible()).toBe(true)
  expect(problems).toEqual([])
})

test('what was filled in and sent while the page comes alive is sent as it stands', async () => {
  const { id } = await company(site.app)
  const { page, problems } = await visit(site.url)
  await pressWhileWaking(page, 'button[type=submit]')
  // Without a sign of a person, as a browser fills in remembered values; before anything can have woken the page.
  await page.addInitScript(() =>
    document.addEventListener('DOMContentLoaded', () => {
      const remembered = { name: 'Ada Souza', email: 'ada@example.com', phone: '(11) 98765-4321' }
      for (const [name, text] of Object.entries(remembered)) {
        const field = document.querySelector<HTMLInputElement>(`form [name=${name}]`)
        if (field) field.value = text
      }
    })
  )
  await page.goto(`/leads/new?client=${id}`)
  await page.mouse.move(20, 20)
  await page.getByRole('dialog').waitFor()
  expect(problems).toEqual([])
})
