import { sql } from 'kysely'
import type { Schedule } from '../../core/features.ts'
import { on } from '../../core/handlers.ts'
import { attemptWait } from '../../core/limits.ts'
import { deleteWhere, inPortions } from '../../core/tidy.ts'
import { deliverAnswers } from './delivery.ts'
import { rulesChanged, ticketMoved } from './jobs.ts'
import { announceDesk } from './live.ts'
import { ticketMail } from './receiveMail.ts'
import { mailStaff } from './staffMail.ts'
import { applyRules, closeResting, notifyOfBreaches } from './watch.ts'

const causeTexts = {
  opened: 'Há um chamado novo.',
  answered: 'O cliente respondeu.',
  resolved: 'O cliente disse que está resolvido.',
  reopened: 'O cliente reabriu o chamado.',
  rated: 'O cliente avaliou o atendimento.'
}

/** Mails to staff about new tickets, in an hour; the queue on their screen shows all. */
const openedMails = { max: 60, seconds: 3600 }

const moved = on(ticketMoved, async ({ companyId, ticketId, cause }, { db, config, jobId }) => {
  const silent =
    cause === 'opened' && (await attemptWait({ db, config }, 'ticket staff mails', 'opened', openedMails)) > 0
  await db.everyCompany(async trx => {
    await announceDesk(trx, ticketId)
    if (silent) return
    await mailStaff(trx, config, companyId, ticketId, {
      text: causeTexts[cause],
      cause: `${cause} ${jobId}`,
      late: cause === 'opened'
    })
  })
})

const ruled = on(rulesChanged, async (_, { db }) => {
  await applyRules(db)
})

export const handlers = [moved, ruled]

export const mailClaims = [ticketMail]

export const schedules: readonly Schedule[] = [
  {
    name: 'ticket-answers',
    label: 'Entregar respostas de chamados',
    every: 5000,
    run: ({ db, config }) => deliverAnswers(db, config)
  },
  {
    name: 'ticket-deadlines',
    label: 'Avisar de prazos de chamados',
    every: 20_000,
    run: ({ db, config }) => notifyOfBreaches(db, config)
  },
  { name: 'tickets-resting', label: 'Fechar chamados resolvidos', every: 600_000, run: ({ db }) => closeResting(db) }
]

export const tidy = {
  'unread tickets of those who left': inPortions(
    deleteWhere(
      'ticket_unread',
      sql`not exists (
    select from employees e where e.company_id = ticket_unread.company_id and e.id = ticket_unread.employee_id and e.active)`
    )
  )
}
