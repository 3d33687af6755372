import type { FastifyReply, FastifyRequest } from 'fastify'
import type { App } from '../../core/http.ts'
import { everything, slotsInstead } from './availability.ts'
import { TimeTakenError } from './queries.ts'
import type { Slot } from './slots.ts'

/** A free time as it is answered. */
export const toSlot = ({ start, employeeIds, adjacent, seatsLeft }: Slot, minutes: number) => ({
  start: new Date(start).toISOString(),
  end: new Date(start + minutes * 60_000).toISOString(),
  employeeIds,
  adjacent,
  ...(seatsLeft !== undefined && { seatsLeft })
})

/** Answers with what `work` returns, or with 409 and the next free times where somebody else was faster. */
export async function orFreeTimes<T>(
  app: App,
  request: FastifyRequest,
  reply: FastifyReply,
  companyId: string,
  status: number,
  work: () => Promise<T>
): Promise<void> {
  try {
    await reply.status(status).send(await work())
  } catch (error) {
    if (!(error instanceof TimeTakenError)) throw error
    const { minutes, slots } = await app.db.company(everything(companyId), trx => slotsInstead(trx, error.wanted))
    const { code, message } = error
    await reply
      .status(409)
      .send({ code, message, requestId: request.id, slots: slots.map(slot => toSlot(slot, minutes)) })
  }
}
