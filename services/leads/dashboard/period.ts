import { Type } from '@sinclair/typebox'
import type { FastifyRequest } from 'fastify'
import { authorOf } from '../../account/auth/viewer.ts'
import { invalid } from '../../core/errors.ts'
import { Day } from '../../core/schema.ts'
import { longestPeriod } from './rules.ts'

export const Owner = Type.Optional(Type.String({ maxLength: 24, description: 'An employee, `me`, or `none`' }))

/** The period of a block of the dashboard, and whose leads or appointments are meant. */
export const PeriodQuery = Type.Object({ from: Day, to: Day, owner: Owner }, { additionalProperties: false })

export function checkPeriod({ from, to }: { from: string; to: string }): void {
  if (to < from) throw invalid({ to: 'O fim vem antes do começo.' })
  if (Date.parse(to) - Date.parse(from) >= longestPeriod * 86_400_000)
    throw invalid({ to: 'Escolha um período de no máximo um ano.' })
}

/** '' for nobody's. */
export const ownerOf = (request: FastifyRequest, owner: string | undefined): string | undefined =>
  owner === 'me' ? (authorOf(request).id ?? 'me') : owner === 'none' ? '' : owner
