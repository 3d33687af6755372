import { createHash } from 'node:crypto'
import { existsSync } from 'node:fs'
import { readdir, readFile, rm, stat, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import type { build as viteBuild } from 'vite'

const root = import.meta.dirname
const out = path.join(root, 'dist')

type Part = {
  /** Its name in the terminal, in Portuguese. */
  label: string
  /** Changes in these, where `isSource`, make a new build necessary. */
  sources: string[]
  isSource(file: string): boolean
  make(build: typeof viteBuild): Promise<void>
}

const parts: Record<string, Part> = {
  /** Both pages with their assets, compressed, and the renderer of the public pages. */
  web: {
    label: 'as páginas',
    sources: ['web', 'services', 'package-lock.json'],
    // Only rules and the schemas of requests reach the browser.
    isSource: file =>
      !file.startsWith(path.join(root, 'services')) ||
      /\/(rules|fields|emails|fieldNames|\w*[sS]chema)\.ts$/.test(file),
    make: async build => {
      const configFile = path.join(root, 'web/vite.config.ts')
      await build({ configFile, logLevel: 'warn' })
      await build({
        configFile,
        logLevel: 'warn',
        build: { ssr: path.join(root, 'web/src/site/server.tsx'), outDir: path.join(out, 'ssr'), emptyOutDir: true }
      })
      await compress(path.join(out, 'web'))
    }
  },
  /** API and worker in JavaScript: docs/decisions/0020-services-are-built.md says why. The packages stay outside. */
  services: {
    label: 'o servidor',
    sources: ['services', 'workers', 'package.json', 'package-lock.json'],
    // The database's functions are read as they stand, by migrations/files.ts.
    isSource: file => !file.endsWith('.sql'),
    make: async build => {
      await build({
        root,
        configFile: false,
        logLevel: 'warn',
        build: {
          ssr: true,
          target: 'node24',
          outDir: path.join(out, 'services'),
          emptyOutDir: true,
          copyPublicDir: false,
          minify: false,
          rolldownOptions: {
            input: {
              server: path.join(root, 'services/server.ts'),
              worker: path.join(root, 'workers/main.ts'),
              alone: path.join(root, 'workers/aloneMain.ts'),
              thread: path.join(root, 'services/leads/imports/thread.ts'),
              calendarThread: path.join(root, 'services/calendar/appointments/thread.ts'),
              mailThread: path.join(root, 'services/platform/inboundMail/thread.ts'),
              mjml: path.join(root, 'services/marketing/mailTemplates/mjmlProcess.ts'),
              backup: path.join(root, 'services/admin/backups/process.ts')
            }
          }
        }
      })
    }
  }
}

/** Builds the web application and the services into `dist`, each where it is missing or older than its sources. */
export async function build({ onBuild = () => {} }: { onBuild?: (part: string) => void } = {}): Promise<void> {
  for (const [name, part] of Object.entries(parts)) {
    const wanted = await fingerprint(part)
    const stamp = path.join(out, `${name}.built-from`)
    if (existsSync(stamp) && (await readFile(stamp, 'utf8')) === wanted) continue
    onBuild(part.label)
    const { build } = await import('vite')
    // A failed build leaves files that a kept stamp would call current once the sources are put back.
    await rm(stamp, { force: true })
    await part.make(build)
    await writeFile(stamp, wanted)
  }
}

/** The names, sizes and times of the sources; their contents would take longer to read than the answer is worth. */
async function fingerprint({ sources, isSource }: Part): Promise<string> {
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

if (import.meta.main) await build({ onBuild: part => console.log(`prosa: monta ${part}`) })
