import type { FastifyRequest } from 'fastify'
import { authorOf } from '../../account/auth/viewer.ts'
import type { Requester } from './messages.ts'

/** The signed-in person, as the one who opens a ticket or writes in it. */
export const requesterOf = (request: FastifyRequest): Requester => ({
  ...authorOf(request),
  name: request.actor.name,
  email: request.user.email,
  userId: request.actor.userId
})
