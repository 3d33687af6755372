import { spawnSync } from 'node:child_process'
import { rm } from 'node:fs/promises'
import path from 'node:path'
import { build } from '../build.ts'
import { takePictures } from './kit/pictures.ts'

// `npm run looks`: takes the pictures of tests/whole/looks and of the README again, after a screen was changed on
// purpose. Look at them before they are committed: from then on the first are what the tests ask for. `npm run looks --
// images` takes those of the README alone.

const root = path.join(import.meta.dirname, '..')
await build()
await takePictures()
if (!process.argv.includes('images')) {
  await rm(path.join(root, 'tests/whole/looks'), { recursive: true, force: true })
  const { status } = spawnSync(path.join(root, 'node_modules/.bin/vitest'), ['run', 'tests/whole/looks.test.ts'], {
    cwd: root,
    stdio: 'inherit',
    env: { ...process.env, RENEW_LOOKS: '1' },
    shell: process.platform === 'win32'
  })
  process.exit(status ?? 1)
}
