import { readFile, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { pathToFileURL } from 'node:url'
import { openBrowser } from '../../tests/kit/browser.ts'

// `node web/brand/draw.ts`: draws the pictures that other sites and devices show of us, from the mark and share.html.
// They are kept in the tree, since a build has no browser.

const out = path.join(import.meta.dirname, '../public')
const mark = await readFile(path.join(out, 'favicon.svg'), 'utf8')
const browser = await openBrowser()

/** `edge` is the part of the side that is left free around the mark; a square ground fills it. */
const icons = [
  { name: 'icon-192', side: 192 },
  { name: 'icon-512', side: 512 },
  { name: 'icon-maskable', side: 512, edge: 0.12 },
  { name: 'apple-touch-icon', side: 180, edge: 0.06 }
]

for (const { name, side, edge } of icons) {
  const page = await browser.newPage({ viewport: { width: side, height: side } })
  const ground = edge === undefined ? 'transparent' : '#0f766e'
  const inner = side * (1 - 2 * (edge ?? 0))
  await page.setContent(
    `<body style="margin:0;height:100vh;display:grid;place-items:center;background:${ground}">${mark.replace('<svg', `<svg width="${inner}" height="${inner}"`)}`
  )
  await writeFile(path.join(out, `${name}.png`), await page.screenshot({ omitBackground: edge === undefined }))
  await page.close()
}

const share = await browser.newPage({ viewport: { width: 1200, height: 630 } })
await share.goto(pathToFileURL(path.join(import.meta.dirname, 'share.html')).href)
await writeFile(path.join(out, 'share.png'), await share.screenshot())
await browser.close()
