import { spawnSync } from 'node:child_process'
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { readTnef } from '../../services/platform/inboundMail/tnef.ts'
import type { Row } from '../report.ts'
import { readTnefFiles } from './corpora.ts'

/** The files that `ytnef` finds in a winmail.dat; null where it is not installed. */
function filesByPeer(raw: Buffer): { name: string; content: Buffer }[] | null {
  const folder = mkdtempSync(path.join(tmpdir(), 'prosa-tnef-'))
  try {
    const [mail, found] = [path.join(folder, 'winmail.dat'), mkdtempSync(path.join(folder, 'files-'))]
    writeFileSync(mail, raw)
    const { error } = spawnSync('ytnef', ['-f', found, mail])
    if (error) return null
    // Names may be in any charset. An appointment or a contact it makes of properties, which are no files of the mail.
    return readdirSync(found, { encoding: 'buffer' })
      .map(name => ({
        name: name.toString('latin1'),
        content: readFileSync(Buffer.concat([Buffer.from(`${found}/`), name]))
      }))
      .filter(({ name }) => !['calendar.ics', 'contact.vcf'].includes(name))
  } finally {
    rmSync(folder, { recursive: true })
  }
}

/** Whether each file that `ytnef` finds in the winmail.dat of tnefparse's tests is among ours, byte for byte. */
export async function benchTnef(folder: string): Promise<Row[]> {
  const mails = readTnefFiles(folder)
  if (!mails) {
    console.error(`koodaamo/tnefparse is not in ${folder}`)
    return []
  }
  const sum = { theirs: 0, ours: 0, found: 0 }
  for (const { name, raw } of mails) {
    const theirs = filesByPeer(raw)
    if (!theirs) {
      console.error('ytnef is not there: apt-get install ytnef-tools')
      return []
    }
    const files = readTnef(raw)?.files ?? []
    const left = [...files]
    for (const file of theirs) {
      const at = left.findIndex(({ content }) => file.content.equals(content))
      if (at === -1) console.error(`${name}: ${file.name} of ${file.content.length} bytes is not among ours`)
      else left.splice(at, 1)
      sum.found += at === -1 ? 0 : 1
    }
    sum.theirs += theirs.length
    sum.ours += files.length
  }
  return [
    {
      what: `files in ${mails.length} winmail.dat of the tests of tnefparse`,
      measured: `${sum.found} of ytnef's ${sum.theirs} byte for byte; ${sum.ours} in all`,
      limit: `ytnef ${sum.theirs}`,
      ratio: sum.theirs === 0 ? null : sum.found / sum.theirs,
      goal: 'each',
      met: sum.found === sum.theirs
    }
  ]
}
