import type { Page } from 'playwright'

/** The entries of the menu beside a page, in their order, by the names that they have where room is short. */
export const menuEntries = (page: Page): Promise<string[]> =>
  page.getByRole('navigation', { name: 'Principal' }).locator('a .short').allTextContents()
