import { writeFile } from 'node:fs/promises'
import path from 'node:path'
import type { Page } from 'playwright'
import { demoAccount } from '../../services/demo/accounts.ts'
import { openBrowser } from '../../tests/kit/browser.ts'
import { menuEntries } from '../../tests/kit/menu.ts'

// `node web/brand/pictures.ts http://localhost:3000`: takes the pictures of the landing page from a running product with
// its demonstration company. They are kept in the tree, since a build has no browser, with the menu that they show: once the
// product has another one, a test says that they are old.

const base = process.argv[2] ?? 'http://localhost:3000'
const out = path.join(import.meta.dirname, '../src/site/start/pictures')

const pictures = [{ name: 'lead', width: 960, height: 700, scale: 1.5, quality: 0.8 }]

const browser = await openBrowser()
for (const scheme of ['light', 'dark'] as const)
  for (const { name, width, height, scale, quality } of pictures) {
    const context = await browser.newContext({
      baseURL: base,
      locale: 'pt-BR',
      timezoneId: 'America/Sao_Paulo',
      colorScheme: scheme,
      viewport: { width, height },
      deviceScaleFactor: scale,
      reducedMotion: 'reduce',
      bypassCSP: true
    })
    const page = await context.newPage()
    await page.goto('/login')
    await page.locator('[name=email]').fill(demoAccount.email)
    await page.locator('[name=password]').fill(demoAccount.password)
    await page.getByRole('button', { name: 'Entrar' }).click()
    await page.waitForURL('**/dashboard')
    await page.goto('/leads')
    const leads = page.getByRole('main').getByRole('link', { name: /Fernanda Siqueira/ })
    await leads.first().waitFor()
    await leads.first().click()
    await page.getByText('Linha do tempo').waitFor()
    const menu = await menuEntries(page)
    await writeFile(path.join(out, 'menu.json'), `${JSON.stringify(menu, null, 2)}\n`)
    // The assistant's button would stand in the middle of the picture, and what was said of the sign-in over it.
    await page.addStyleTag({ content: '#chat, .MuiSnackbar-root { display: none !important }' })
    await page.waitForTimeout(2000)
    await page.evaluate(() => document.fonts.ready)
    const image = await webp(page, await page.screenshot(), quality)
    await writeFile(path.join(out, `${name}-${scheme}.webp`), image)
    console.log(`${name}-${scheme}: ${(image.length / 1024).toFixed(0)} KB`)
    await context.close()
  }
await browser.close()

/** Playwright writes PNG and JPEG; the browser itself knows WebP. */
async function webp(page: Page, png: Buffer, quality: number): Promise<Buffer> {
  const blank = await page.context().newPage()
  const data = await blank.evaluate(
    async ([source, quality]) => {
      const image = Object.assign(new Image(), { src: `data:image/png;base64,${source}` })
      await image.decode()
      const canvas = Object.assign(document.createElement('canvas'), { width: image.width, height: image.height })
      canvas.getContext('2d')?.drawImage(image, 0, 0)
      return canvas.toDataURL('image/webp', quality).split(',')[1] ?? ''
    },
    [png.toString('base64'), quality] as const
  )
  return Buffer.from(data, 'base64')
}
