import { spawn } from 'node:child_process'
import { createHash } from 'node:crypto'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { freePort } from '../../services/core/embedded.ts'
import { scannerAnswers } from '../../services/platform/files/clamd.ts'
import { atEnd } from './end.ts'
import { end } from './redis.ts'

/** The file by which scanners are tested (eicar.org); in two parts, so that this one is none. */
export const eicar = Buffer.from(['X5O!P%@AP[4\\PZX54(P^)7CC)7}$EICAR-STANDARD', 'ANTIVIRUS-TEST-FILE!$H+H*'].join('-'))
export const eicarName = 'Eicar-Test'

/** A real clamd that knows one virus; undefined where none is installed. */
export async function openClamd(): Promise<string | undefined> {
  const folder = await mkdtemp(path.join(os.tmpdir(), 'clamd-'))
  const port = await freePort()
  const hash = createHash('md5').update(eicar).digest('hex')
  await writeFile(path.join(folder, 'known.hdb'), `${hash}:${eicar.length}:${eicarName}\n`)
  const lines = ['Foreground yes', 'TCPAddr 127.0.0.1', `TCPSocket ${port}`, 'StreamMaxLength 5M']
  await writeFile(path.join(folder, 'clamd.conf'), [...lines, `DatabaseDirectory ${folder}`, ''].join('\n'))
  const server = spawn('clamd', ['-c', path.join(folder, 'clamd.conf')], {
    stdio: 'ignore',
    env: { PATH: `${process.env.PATH}:/usr/sbin` }
  })
  let missing = false
  server.on('error', () => {
    missing = true
  })
  atEnd(async () => {
    if (!missing) await end(server, 'SIGKILL')
    await rm(folder, { recursive: true, force: true })
  })
  for (;;) {
    if (missing) return undefined
    if (server.exitCode !== null) throw new Error(`clamd ended with ${server.exitCode}`)
    if (await scannerAnswers({ host: '127.0.0.1', port })) return `tcp://127.0.0.1:${port}`
    await sleep(50)
  }
}
