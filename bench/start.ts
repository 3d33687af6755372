import { type ChildProcess, spawn } from 'node:child_process'
import { rm } from 'node:fs/promises'
import path from 'node:path'
import { temporaryFolder } from '../tests/kit/folder.ts'
import { install } from '../tests/kit/installation.ts'
import type { Row } from './report.ts'

const loops = 16
const limit = 240

/** How long `npm start` takes until it answers: on an empty folder, again, and beside loops that never give way. */
export async function benchStart(): Promise<Row[]> {
  const folder = await temporaryFolder('prosa-start')
  const start = async (name: string) => {
    const since = performance.now()
    // The demonstration and its channels, as somebody sees it who only types the command.
    const running = await install(path.join(folder, name), { DEMO_PROVIDER: 'true' })
    const seconds = (performance.now() - since) / 1000
    await running.stop()
    return { seconds, restarts: running.output().match(/iniciado de novo/g)?.length ?? 0 }
  }
  const busy: ChildProcess[] = []
  try {
    const first = await start('free')
    const later = await start('free')
    for (let n = 0; n < loops; n++) busy.push(spawn(process.execPath, ['-e', 'for(;;);']))
    const beside = await start('busy')
    return [
      {
        what: 'first start on an empty folder',
        measured: `${first.seconds.toFixed(1)} s`,
        limit: `a later one ${later.seconds.toFixed(1)} s`,
        ratio: first.seconds / later.seconds,
        goal: 'for information',
        met: true
      },
      {
        what: `first start beside ${loops} busy loops`,
        measured: `${beside.seconds.toFixed(1)} s, ${beside.restarts} restarts`,
        limit: `${limit} s, none`,
        ratio: beside.seconds / limit,
        goal: 'at most 1, none',
        met: beside.seconds <= limit && beside.restarts === 0
      }
    ]
  } finally {
    for (const each of busy) each.kill('SIGKILL')
    await rm(folder, { recursive: true, force: true })
  }
}
