import { spawnSync } from 'node:child_process'
import { writeFileSync } from 'node:fs'
import path from 'node:path'

const root = path.join(import.meta.dirname, '../..')

/**
 * The compiler's errors in these folders of a copy of the sources, which lies two levels below the project. One checker
 * takes half the computing of the usual four, and other tests run beside it.
 */
export function typeFaults(copy: string, include: readonly string[]): string {
  writeFileSync(path.join(copy, 'tsconfig.json'), JSON.stringify({ extends: '../../tsconfig.json', include }))
  const compiler = path.join(root, 'node_modules/typescript/bin/tsc')
  return spawnSync(process.execPath, [compiler, '-p', copy, '--checkers', '1'], { encoding: 'utf8' }).stdout
}
