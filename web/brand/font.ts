import { readFile, writeFile } from 'node:fs/promises'
import path from 'node:path'
// @ts-expect-error the package has no types
import subsetFont from 'subset-font'

// `node web/brand/font.ts`: makes the product's typeface from Bricolage Grotesque (SIL Open Font License 1.1, in
// web/src/core/fonts/LICENSE): the letters of Portuguese, figures and the weights that headings use. It is kept in the
// tree, since a build should not depend on a font tool.

const source = path.join(
  import.meta.dirname,
  '../../node_modules/@fontsource-variable/bricolage-grotesque/files/bricolage-grotesque-latin-wght-normal.woff2'
)
const ascii = Array.from({ length: 95 }, (_, n) => String.fromCharCode(32 + n)).join('')
const letters = 'ÀÁÂÃÇÉÊÍÓÔÕÚÜàáâãçéêíóôõúüÑñºª°–—‘’“”…·•€×→«»\u00a0'

const font = await subsetFont(await readFile(source), ascii + letters, {
  targetFormat: 'woff2',
  variationAxes: { wght: { min: 500, max: 800 } }
})
await writeFile(path.join(import.meta.dirname, '../src/core/fonts/prosa.woff2'), font)
console.log(`${(font.length / 1024).toFixed(1)} KB`)
