import { readConfig } from '../../services/core/config.ts'
import { MailReader } from '../../services/platform/inboundMail/reading.ts'
import { openMail } from '../../services/platform/inboundMail/open.ts'
import { readCorpora } from './corpora.ts'
import { differences, readByPeer } from './compare.ts'
const config = readConfig({ DATABASE_URL: 'postgres://a@127.0.0.1/x', SECRET_KEY: 'a secret that only this benchmark uses', DATA_DIR: '/tmp/x', INBOUND_MAIL_ADDRESS: 'respostas@prosa.example' } as never)
const reader = new MailReader(config)
const { mails, missing } = readCorpora(process.env.CORPORA!)
const peers = readByPeer(mails, '/tmp/peers')!
let unreadable = 0
const sums: Record<string, number> = {}
const began = performance.now()
for (const [n, mail] of mails.entries()) {
  const ours = await openMail(reader, mail.raw, { from: null, recipients: [] })
  if (!ours.readable) { unreadable++; console.log('UNREADABLE', mail.project, mail.name) }
  const { peer, expected } = peers[n]!
  const which = process.env.WHICH === 'expected' ? expected : process.env.WHICH === 'peer' ? peer : expected ?? peer
  if (!which) continue
  if (which.failed) console.log('PEERFAIL', mail.name, which.failed)
  const d = differences({ ...ours, isReport: ['bounce', 'complaint'].includes((ours as any).kind) }, which)
  for (const [k, v] of Object.entries(d)) { sums[k] = (sums[k] ?? 0) + 1; console.log(`## ${mail.project} ${mail.name} ${k}\n   ${v}`) }
  if (ours.text === '' && ours.files.length === 0) console.log('EMPTY', mail.project, mail.name)
}
console.log(mails.length, missing, 'unreadable', unreadable, sums, performance.now() - began)
reader.close()
