import { existsSync } from 'node:fs'
import { mkdir, readFile, writeFile } from 'node:fs/promises'
import path from 'node:path'
import type { BrowserContext, Page } from 'playwright'
import { boxFont } from './boxFont.ts'

/** Reference pictures of all screens. */
const kept = path.join(import.meta.dirname, '../whole/looks')
/** Pictures of the differences, for inspection. */
const differing = path.join(import.meta.dirname, '../../test-results/looks')

const sizes = [
  { width: 1440, height: 900 },
  { width: 768, height: 1024 },
  { width: 360, height: 740 }
]
const themes = ['light', 'dark'] as const

/** The factor by which pictures are reduced, and the size of the compared squares, in reduced pixels. */
const scale = 4
const side = 6
/** The accepted distance of a square's colour from the reference or a neighbour of it, of 255 ... */
const shade = 8
/** ... and the accepted percentage of squares beyond it. */
const tolerance = 1

const rowHeight = Math.max(...sizes.map(({ height }) => height)) / scale
const sheet = { width: sizes.reduce((sum, { width }) => sum + width / scale, 0), height: rowHeight * themes.length }

type Tile = { name: string; x: number; y: number; width: number; height: number; shot: string }

const font = boxFont().toString('base64')

/**
 * Makes screens look alike on every machine and at any time: one font, no times, no cursor, without the assistant's
 * button, which moves aside a moment after what is below it. Through the CSSOM, since the pages' policy allows no other
 * styles or fonts.
 */
const still = (page: Page, hidden: string) =>
  page.evaluate(
    async ([data, more]) => {
      const boxes = new FontFace(
        'Boxes',
        Uint8Array.from(atob(data ?? ''), character => character.charCodeAt(0))
      )
      document.fonts.add(await boxes.load())
      const sheet = new CSSStyleSheet()
      sheet.replaceSync(
        `*,::before,::after,::placeholder{font-family:Boxes!important;caret-color:transparent!important;transition:none!important;animation:none!important}time,#chat${more}{visibility:hidden!important}`
      )
      document.adoptedStyleSheets = [sheet]
    },
    [font, hidden]
  )

/** Waits until the pictures in sight, of which a theme may have its own, are there and drawn. */
const painted = (page: Page) =>
  page.evaluate(async () => {
    const inSight = [...document.images].filter(image => image.getBoundingClientRect().top < innerHeight)
    for (const image of inSight) await image.decode().catch(() => {})
    for (let n = 0; n < 4; n++) await new Promise(requestAnimationFrame)
  })

/** Takes pictures of a page in every size and theme. `hidden`: further parts that vary. */
export async function takeLooks(page: Page, hidden: readonly string[] = []): Promise<Tile[]> {
  await still(page, hidden.map(selector => `,${selector}`).join(''))
  const tiles: Tile[] = []
  let x = 0
  for (const size of sizes) {
    await page.setViewportSize(size)
    for (const [row, colorScheme] of themes.entries()) {
      await page.emulateMedia({ colorScheme })
      await painted(page)
      const shot = (await page.screenshot({ type: 'jpeg', quality: 95 })).toString('base64')
      const [width, height] = [size.width / scale, size.height / scale]
      tiles.push({ name: `${size.width} px, ${colorScheme}`, x, y: row * rowHeight, width, height, shot })
    }
    x += size.width / scale
  }
  return tiles
}

/**
 * Compares a screen with its reference and returns the percentage of differing squares by size and theme, where it
 * exceeds the tolerance. A screen without a reference is stored and reported.
 */
export async function compareLooks(context: BrowserContext, name: string, tiles: Tile[]): Promise<string[]> {
  const file = path.join(kept, `${name}.jpg`)
  const before = existsSync(file) && !process.env.RENEW_LOOKS ? (await readFile(file)).toString('base64') : null
  const table = await context.newPage()
  const { jpg, shares } = await table.evaluate(measure, { sheet, tiles, before, side, shade })
  await table.close()

  if (before === null) {
    await write(kept, name, jpg)
    return process.env.RENEW_LOOKS ? [] : ['was never kept before; it is now, for you to look at and commit']
  }
  const found = tiles.flatMap(({ name: view }, n) => {
    const share = shares[n] ?? 100
    return share > tolerance ? [`${view}: ${share.toFixed(1)}%`] : []
  })
  if (found.length > 0) await write(differing, name, jpg)
  return found
}

async function write(folder: string, name: string, jpg: string): Promise<void> {
  await mkdir(folder, { recursive: true })
  await writeFile(path.join(folder, `${name}.jpg`), Buffer.from(jpg, 'base64'))
}

type Task = { sheet: typeof sheet; tiles: Tile[]; before: string | null; side: number; shade: number }

/** Runs in the browser, which can draw images. */
async function measure({ sheet, tiles, before, side, shade }: Task): Promise<{ jpg: string; shares: number[] }> {
  async function drawing(draw: (paper: CanvasRenderingContext2D) => Promise<void>): Promise<HTMLCanvasElement> {
    const canvas = Object.assign(document.createElement('canvas'), sheet)
    const paper = canvas.getContext('2d')
    if (!paper) throw new Error('no canvas')
    paper.imageSmoothingQuality = 'high'
    paper.fillRect(0, 0, sheet.width, sheet.height)
    await draw(paper)
    return canvas
  }
  async function picture(url: string): Promise<HTMLImageElement> {
    const image = new Image()
    image.src = url
    await image.decode()
    return image
  }
  const now = await drawing(async paper => {
    for (const { shot, x, y, width, height } of tiles)
      paper.drawImage(await picture(`data:image/jpeg;base64,${shot}`), x, y, width, height)
  })
  const jpg = now.toDataURL('image/jpeg', 0.8)
  if (before === null) return { jpg: jpg.split(',')[1] ?? '', shares: [] }

  const asKept = async (url: string) => {
    const image = await picture(url)
    return drawing(async paper => paper.drawImage(image, 0, 0))
  }
  const pair = [await asKept(jpg), await asKept(`data:image/jpeg;base64,${before}`)]
  const [mine = [], theirs = []] = pair.map(canvas => {
    const data = canvas.getContext('2d')?.getImageData(0, 0, sheet.width, sheet.height).data ?? []
    return tiles.map(({ x, y, width, height }) => {
      const squares: number[][][] = []
      for (let row = 0; row + side <= height; row += side) {
        const line: number[][] = []
        for (let column = 0; column + side <= width; column += side) {
          const sum = [0, 0, 0]
          for (let dy = 0; dy < side; dy++)
            for (let dx = 0; dx < side; dx++)
              for (let c = 0; c < 3; c++)
                sum[c] = (sum[c] ?? 0) + (data[4 * ((y + row + dy) * sheet.width + x + column + dx) + c] ?? 0)
          line.push(sum.map(value => value / (side * side)))
        }
        squares.push(line)
      }
      return squares
    })
  })
  const near = (one: number[], other: number[] | undefined) =>
    other?.every((value, c) => Math.abs(value - (one[c] ?? 0)) <= shade) ?? false
  const shares = mine.map((squares, n) => {
    const other = theirs[n] ?? []
    const around = [-1, 0, 1]
    let far = 0
    for (const [row, line] of squares.entries())
      for (const [column, square] of line.entries())
        if (!around.some(dy => around.some(dx => near(square, other[row + dy]?.[column + dx])))) far++
    return (100 * far) / squares.flat().length
  })
  return { jpg: jpg.split(',')[1] ?? '', shares }
}
