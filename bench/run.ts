import { cpus } from 'node:os'
import { build } from '../build.ts'
import { benchBackup } from './backup.ts'
import { benchBoard } from './board.ts'
import { benchBooking } from './booking.ts'
import { benchBounces } from './bounces.ts'
import { benchBurst } from './burst.ts'
import { benchCalendar } from './calendar.ts'
import { benchCampaigns } from './campaigns.ts'
import { benchCapture } from './capture.ts'
import { benchChaos } from './chaos.ts'
import { benchChat } from './chat.ts'
import { type Bench, openBench } from './environment.ts'
import { benchGrowth } from './growth.ts'
import { benchGuards } from './guards.ts'
import { benchImport } from './import.ts'
import { benchInboundMail } from './inboundMail.ts'
import { benchInbox } from './inbox.ts'
import { benchInteractions } from './interactions.ts'
import { benchJobs } from './jobs.ts'
import { benchList } from './list.ts'
import { benchLostRedis } from './lostRedis.ts'
import { benchMail } from './mail.ts'
import { benchMails } from './mails.ts'
import { benchMessages } from './messages.ts'
import { benchPages } from './pages.ts'
import { benchPaints } from './paints.ts'
import { benchProcesses } from './processes.ts'
import { type Row, table } from './report.ts'
import { benchScrolling } from './scrolling.ts'
import { benchSignin } from './signin.ts'
import { benchStart } from './start.ts'
import { benchTickets } from './tickets.ts'
import { benchWebhooks } from './webhooks.ts'

const benches: Record<string, (bench: Bench) => Promise<Row[]>> = {
  capture: benchCapture,
  burst: benchBurst,
  list: benchList,
  growth: benchGrowth,
  guards: benchGuards,
  start: benchStart,
  signin: benchSignin,
  import: benchImport,
  jobs: benchJobs,
  processes: benchProcesses,
  pages: benchPages,
  paints: benchPaints,
  board: benchBoard,
  chat: benchChat,
  webhooks: benchWebhooks,
  chaos: benchChaos,
  inbox: benchInbox,
  tickets: benchTickets,
  interactions: benchInteractions,
  scrolling: benchScrolling,
  booking: benchBooking,
  calendar: benchCalendar,
  inboundMail: benchInboundMail,
  lostRedis: benchLostRedis,
  mails: benchMails,
  campaigns: benchCampaigns,
  messages: benchMessages,
  backup: benchBackup,
  bounces: benchBounces,
  mail: benchMail
}

// `npm run bench` runs all of them, `npm run bench capture list` some. Each has a database of its own.
const requested = process.argv.slice(2)
const unknown = requested.find(name => !(name in benches))
if (unknown) throw new Error(`There is no benchmark ${unknown}: ${Object.keys(benches).join(', ')}`)

await build({ onBuild: part => console.error(`prosa: monta ${part}`) })

const rows: Row[] = []
for (const [name, run] of Object.entries(benches)) {
  if (requested.length > 0 && !requested.includes(name)) continue
  console.error(`measuring ${name}`)
  const bench = await openBench()
  try {
    rows.push(...(await run(bench)))
  } finally {
    await bench.close()
  }
}
console.log(
  `${cpus().length} cores, ${cpus()[0]?.model.trim()}, Node ${process.version}, client, server and database together\n`
)
console.log(table(rows))
