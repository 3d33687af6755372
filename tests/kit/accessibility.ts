import { readFileSync } from 'node:fs'
import path from 'node:path'
import type axe from 'axe-core'
import type { Frame, Page } from 'playwright'

/** Injected into each page: the readable source would take a quarter longer. */
const source = readFileSync(path.join(import.meta.dirname, '../../node_modules/axe-core/axe.min.js'), 'utf8')

/**
 * The violations that axe finds in a page and its same-origin frames, each rule with its elements. Run in the page
 * itself, because the ready-made builder for Playwright takes half a second longer for each page.
 */
export async function accessibilityFaults(page: Page): Promise<string[]> {
  // Waits for entrances: a part that fades in would be judged as faint text. A longer animation is no entrance.
  await page.evaluate(async () => {
    const isEntrance = (each: Animation) =>
      each.playState === 'running' && Number(each.effect?.getComputedTiming().endTime) <= 500
    const entrances = document.getAnimations().filter(isEntrance)
    // One in a part that is not drawn, as far below the window, goes on for ever.
    const late = new Promise(resolve => setTimeout(resolve, 1000))
    await Promise.race([late, Promise.allSettled(entrances.map(each => each.finished))])
  })
  // Waits for parts that are being read again, which are faint meanwhile; one that never comes is judged as it is.
  await page.evaluate(async () => {
    const until = Date.now() + 10_000
    while (document.querySelector('[aria-busy="true"]') && Date.now() < until)
      await new Promise(resolve => setTimeout(resolve, 50))
  })
  // Parts far below the window are not drawn, and keep the colours of the former theme.
  await page.evaluate(() => {
    for (const part of document.querySelectorAll<HTMLElement>('body *'))
      if (getComputedStyle(part).contentVisibility === 'auto') part.style.contentVisibility = 'visible'
  })
  const withoutAxe = async (frame: Frame) => !(await frame.evaluate(() => 'axe' in window))
  await Promise.all(
    page.frames().map(async frame => {
      if (await withoutAxe(frame)) await frame.evaluate(source)
    })
  )
  return page.evaluate(async () => {
    const { violations } = await (window as unknown as { axe: typeof axe }).axe.run(document, {
      resultTypes: ['violations']
    })
    return violations.map(
      ({ id, nodes }) =>
        `${id}: ${nodes.map(({ html, failureSummary }) => `${html.slice(0, 160)} (${failureSummary})`).join(' | ')}`
    )
  })
}
