import type { Page } from 'playwright'

/** Unfolds what the dashboard shows by theme. */
export async function unfold(page: Page): Promise<void> {
  await page.getByRole('button', { name: /^Como os leads avançam/ }).waitFor()
  const folded = page.getByRole('main').locator('h2 > button[aria-expanded=false]')
  while ((await folded.count()) > 0) await folded.first().click()
}
