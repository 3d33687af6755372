import { createHash } from 'node:crypto'
import { existsSync } from 'node:fs'
import { readdir, readFile, stat, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'

const root = path.join(import.meta.dirname, '..')
const out = path.join(root, 'dist')
const stampFile = path.join(out, 'built-from')

/** What the build is made of: changes in these make a new build necessary. */
const sources = ['web', 'services', 'package-lock.json']

/**
 * Builds the web application where it is missing or older than its sources: both pages with their assets, compressed,
 * and the renderer of the public pages.
 */
export async function buildWeb({ onBuild = () => {} }: { onBuild?: () => void } = {}): Promise<void> {
  const wanted = await fingerprint()
  if (existsSync(stampFile) && (await readFile(stampFile, 'utf8')) === wanted) return
  onBuild()
  const { build } = await import('vite')
  const configFile = path.join(root, 'web/vite.config.ts')
  await build({ configFile, logLevel: 'warn' })
  await build({
    configFile,
    logLevel: 'warn',
    build: { ssr: path.join(root, 'web/src/public/server.tsx'), outDir: path.join(out, 'ssr'), emptyOutDir: true }
  })
  await compress(path.join(out, 'web'))
  await writeFile(stampFile, wanted)
}

/** Of the services only the rules reach the browser. */
const isSource = (file: string): boolean =>
  !file.startsWith(path.join(root, 'services')) || path.basename(file) === 'rules.ts'

/** The names, sizes and times of the sources; their contents would take longer to read than the answer is worth. */
async function fingerprint(): Promise<string> {
  const hash = createHash('sha256')
  for (const source of sources) {
    const full = path.join(root, source)
    const entries = (await stat(full)).isDirectory()
      ? await readdir(full, { recursive: true, withFileTypes: true })
      : []
    const files =
      entries.length > 0
        ? entries.filter(entry => entry.isFile()).map(entry => path.join(entry.parentPath, entry.name))
        : [full]
    for (const file of files.filter(isSource).sort()) {
      const { size, mtimeMs } = await stat(file)
      hash.update(`${path.relative(root, file)} ${size} ${Math.round(mtimeMs)}\n`)
    }
  }
  return hash.digest('hex')
}

const compressors = {
  br: (data: Buffer) => promisify(brotliCompress)(data, { params: { [constants.BROTLI_PARAM_QUALITY]: 11 } }),
  gz: (data: Buffer) => promisify(gzip)(data, { level: 9 })
}

async function compress(folder: string): Promise<void> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true })
  for (const entry of entries) {
    if (!entry.isFile() || !/\.(js|css|svg|json|webmanifest)$/.test(entry.name)) continue
    const file = path.join(entry.parentPath, entry.name)
    const data = await readFile(file)
    if (data.length < 512) continue
    for (const [ending, run] of Object.entries(compressors)) await writeFile(`${file}.${ending}`, await run(data))
  }
}

if (import.meta.main) await buildWeb({ onBuild: () => console.log('building the web application') })
