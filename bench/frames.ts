import type { Page } from 'playwright'

/**
 * Notes the time of every frame that the page draws while something is done, and how long its main thread works for
 * each.
 */
export async function framesWhile(
  page: Page,
  act: () => Promise<unknown>
): Promise<{ rate: number; p95: number; work: number }> {
  const session = await page.context().newCDPSession(page)
  // The thread's own time: on a busy machine a task lasts longer than it works.
  await session.send('Performance.enable', { timeDomain: 'threadTicks' })
  const worked = async () =>
    (await session.send('Performance.getMetrics')).metrics.find(({ name }) => name === 'TaskDuration')?.value ?? 0
  await page.evaluate(() => {
    const times: number[] = []
    const note = (time: number) => {
      times.push(time)
      if (times.length < 100_000) requestAnimationFrame(note)
    }
    requestAnimationFrame(note)
    Object.assign(window, { frameTimes: times })
  })
  const before = await worked()
  await act()
  const seconds = (await worked()) - before
  const times = await page.evaluate(() => (window as unknown as { frameTimes: number[] }).frameTimes.splice(0))
  const gaps = times.slice(1).map((time, n) => time - (times[n] ?? 0))
  const sorted = gaps.toSorted((a, b) => a - b)
  return {
    rate: (1000 * gaps.length) / gaps.reduce((sum, gap) => sum + gap, 0),
    p95: sorted[Math.floor(sorted.length * 0.95)] ?? 0,
    work: (1000 * seconds) / gaps.length
  }
}
