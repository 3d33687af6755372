import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { readConfig } from '../services/core/config.ts'
import { openDb } from '../services/core/db.ts'
import { openMail } from '../services/platform/inboundMail/open.ts'
import { MailReader } from '../services/platform/inboundMail/reading.ts'
import { storeMails } from '../services/platform/inboundMail/store.ts'
import type { Bench } from './environment.ts'
import { compare, type Field, readByPeer } from './mail/compare.ts'
import { type CorpusMail, readCorpora } from './mail/corpora.ts'
import { judgementOn } from './mail/judged.ts'
import { benchProofs } from './mail/proofs.ts'
import { benchTnef } from './mail/tnef.ts'
import type { Row } from './report.ts'

const address = 'respostas@prosa.example'
const envelope = { from: null, recipients: [address], peer: null }

/**
 * How right foreign mail is read. `CORPORA` is a folder with clones of public projects, which are no part of this one
 * and are fetched by hand: `git clone https://github.com/mikel/mail` and so on. The proof of senders needs none of them.
 */
export async function benchMail(bench: Bench): Promise<Row[]> {
  const { CORPORA: folder } = process.env
  const proofs = await benchProofs(bench.env)
  if (!folder) {
    console.error('CORPORA is not set, so no foreign mails are read')
    return proofs
  }
  const { mails, missing } = readCorpora(folder)
  if (missing.length > 0) console.error(`${missing.join(', ')} are not in ${folder}`)
  const read = mails.length > 0 ? await readAll(bench, mails) : []
  return [...read, ...(await benchTnef(folder)), ...proofs]
}

async function readAll(bench: Bench, mails: readonly CorpusMail[]): Promise<Row[]> {
  const peers = readByPeer(mails, path.join(bench.env.DATA_DIR ?? '', 'corpora'))
  if (!peers) {
    console.error('Python is not there, with which the mails are read a second time')
    return []
  }
  const reader = new MailReader(readConfig({ ...bench.env, INBOUND_MAIL_ADDRESS: address }))
  const seen = { crashes: 0, unreadable: 0, empty: 0, texts: 0, right: 0, judged: 0, files: 0, lost: 0 }
  try {
    for (const [n, { project, name, raw }] of mails.entries()) {
      const answer = await reader.read(raw, envelope).catch((error: unknown) => ({ unreadable: `too ${error}` }))
      if ('unreadable' in answer) seen[answer.unreadable.startsWith('too ') ? 'crashes' : 'unreadable']++
      const kind = 'mail' in answer ? answer.mail.kind : null
      const ours = await openMail(reader, raw, envelope)
      const other = peers[n]?.expected ?? peers[n]?.peer
      if (!other) throw new Error(`${name} was not read by Python`)
      const { differences, hasText, files } = compare(
        { ...ours, isReport: kind === 'bounce' || kind === 'complaint' },
        other
      )
      if (ours.text === '' && ours.files.length === 0 && hasText) seen.empty++
      const found = Object.entries(differences) as [Field, string][]
      const judge = (field: Field) => judgementOn(`${project}/${name}`, field)
      const unjudged = found.filter(([field]) => !judge(field))
      const wrong = found.filter(([field]) => field !== 'files' && (!judge(field) || judge(field)?.neither))
      for (const [field, both] of unjudged) console.error(`${project} ${name}: ${field}: ${both}`)
      if (hasText) seen.texts++
      if (hasText && wrong.length === 0) seen.right++
      if (found.length > 0 && unjudged.length + wrong.length === 0) seen.judged++
      seen.files += files
      if (unjudged.some(([field]) => field === 'files')) seen.lost++
    }
  } finally {
    reader.close()
  }
  const places = await handleAll(bench, mails)
  const nobodys = seen.empty + places.nowhere
  const expected = mails.filter(mail => mail.expected).length
  const other = `${expected} by the expectations of mail-parser, ${mails.length - expected} by Python's library`
  return [
    {
      what: `${mails.length} foreign mails: the tests of mail, mailparser, postal-mime, mail-parser and enmime`,
      measured: `${seen.crashes} crashes, ${seen.unreadable} refused by the parser, ${nobodys} seen by nobody (${places.open + places.tickets} before staff, ${places.same} the same as another)`,
      limit: '',
      ratio: null,
      goal: 'no crash, none unseen',
      met: seen.crashes === 0 && nobodys === 0
    },
    {
      what: `${seen.texts} of them have a text: subject, sender, text and names of files right`,
      measured: `${seen.right}; in ${seen.judged} of all only the other program errs (bench/mail/judged.ts)`,
      limit: other,
      ratio: seen.right / seen.texts,
      goal: 'at least 0.98',
      met: seen.right / seen.texts >= 0.98
    },
    {
      what: `${seen.files} files in them`,
      measured: `mails with one that is lost or changed: ${seen.lost}`,
      limit: other,
      ratio: null,
      goal: 'none',
      met: seen.lost === 0
    }
  ]
}

/** Has a worker handle the mails, and counts where each can be seen: in a ticket, or open until staff decide on it. */
async function handleAll(bench: Bench, mails: readonly CorpusMail[]) {
  const config = readConfig({ ...bench.env, INBOUND_MAIL_ADDRESS: address })
  const db = openDb({ app: config.database.owner, staff: config.database.owner, name: 'bench mail', max: 2 })
  const worker = await bench.start('dist/services/worker.js', { INBOUND_MAIL_ADDRESS: address })
  try {
    for (const { raw } of mails)
      await storeMails(db, [
        { source: 'port', raw, size: raw.length, envelope: { from: 'ana@cliente.example', recipients: [address] } }
      ])
    const count = async () => {
      const { rows } = await bench.sql.query<Record<'waiting' | 'stored' | 'tickets' | 'open', number>>(
        `select count(*)::integer as stored, count(*) filter (where state = 'waiting')::integer as waiting,
          count(*) filter (where state = 'handled' and handled_by = 'tickets')::integer as tickets,
          count(*) filter (where state in ('unclaimed', 'loop', 'unreadable') and decided_at is null)::integer as open
         from inbound_mails`
      )
      return rows[0] ?? { waiting: 0, stored: 0, tickets: 0, open: 0 }
    }
    let found = await count()
    for (const since = performance.now(); found.waiting > 0 && performance.now() - since < 300_000; ) {
      await sleep(200)
      found = await count()
    }
    return { ...found, same: mails.length - found.stored, nowhere: found.stored - found.tickets - found.open }
  } finally {
    await worker.stop()
    await db.close()
  }
}
