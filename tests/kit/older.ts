import { execFileSync } from 'node:child_process'
import path from 'node:path'

/** The version that is upgraded from: its processes run while the steps after it are applied. */
export const olderVersion = 'd9a1f47c6728'

const root = path.join(import.meta.dirname, '../..')

export const git = (...args: string[]): Buffer =>
  execFileSync('git', args, { cwd: root, stdio: ['ignore', 'pipe', 'ignore'], maxBuffer: 1 << 28 })

/** Sources that were downloaded without their history cannot be compared with an earlier state. */
export function hasHistory(): boolean {
  try {
    git('cat-file', '-e', `${olderVersion}^{commit}`)
    return true
  } catch {
    return false
  }
}
