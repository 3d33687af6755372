import { mkdir, rm } from 'node:fs/promises'
import path from 'node:path'
import type { Page } from 'playwright'
import { openBrowser } from './browser.ts'
import { temporaryFolder } from './folder.ts'
import { install } from './installation.ts'

/** The pictures of the README, of a demonstration as `npm start` makes it. */
const folder = path.join(import.meta.dirname, '../../docs/images')

const size = { width: 1280, height: 800 }

type Picture = { name: string; url: string; see: string; open?: (page: Page) => Promise<void> }

/** Each screen, with a selector that matches once it has loaded; `open` goes on to the first row of a list. */
const pictures: readonly Picture[] = [
  {
    name: 'inbox',
    url: '/whatsapp',
    see: 'main',
    open: page => page.locator('main a[href^="/whatsapp/"]').nth(1).click()
  },
  { name: 'board', url: '/leads?view=board', see: 'main a[href^="/leads/"]' },
  { name: 'calendar', url: '/calendar', see: 'main h1' },
  { name: 'lead', url: '/leads', see: 'main', open: page => page.locator('main a[href^="/leads/"]').first().click() },
  {
    name: 'campaign',
    url: '/email',
    see: 'main',
    open: page => page.locator('main a[href^="/email/campaigns/"]:not([href$="new"])').first().click()
  }
]

/** Takes the pictures again, in a browser that a visitor of the README could have. */
export async function takePictures(): Promise<void> {
  const dataDir = await temporaryFolder('prosa pictures')
  const running = await install(dataDir, { DEMO_PROVIDER: 'true' })
  const browser = await openBrowser()
  try {
    await rm(folder, { recursive: true, force: true })
    await mkdir(folder, { recursive: true })
    const context = await browser.newContext({ viewport: size, locale: 'pt-BR', timezoneId: 'America/Sao_Paulo' })
    const page = await context.newPage()
    await page.goto(`${running.url}/login`)
    await page.getByRole('region', { name: 'Entrar na demonstração' }).getByRole('button').first().click()
    await page.waitForURL('**/dashboard')
    await page.getByText('Login realizado com sucesso').waitFor({ state: 'detached' })
    for (const { name, url, see, open } of pictures) {
      await page.goto(running.url + url)
      await page.locator(see).first().waitFor()
      if (open) await open(page)
      // The connection of live events stays open, so the network is never idle.
      const loading = '.MuiSkeleton-root, .MuiCircularProgress-root'
      await page.locator('main').getByRole('heading').first().waitFor()
      await page.waitForFunction(still => !document.querySelector(still), loading)
      await page.evaluate(() => Promise.all([...document.images].map(image => image.decode().catch(() => {}))))
      await page.screenshot({ path: path.join(folder, `${name}.png`), animations: 'disabled' })
    }
  } finally {
    await browser.close()
    await running.stop()
    await rm(dataDir, { recursive: true, force: true })
  }
}
