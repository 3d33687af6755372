import type { FastifyRequest } from 'fastify'
import { AppError, invalid } from '../../core/errors.ts'
import type { App } from '../../core/http.ts'
import { noShownForm } from '../../leads/leads/capture.ts'
import { newProtocol, ownCompanyId } from './queries.ts'
import { checkContact, contactFields, subjectLabels } from './rules.ts'
import type { ContactMessage } from './schema.ts'

/** Receives a message to the provider, which becomes a lead of its own company, and returns its reference number. */
export async function receiveContact(
  app: App,
  request: FastifyRequest,
  message: ContactMessage,
  key: string | null
): Promise<string> {
  const errors = Object.fromEntries(
    contactFields.flatMap(name => {
      const error = checkContact(name, message[name] ?? '')
      return error ? [[name, error]] : []
    })
  )
  if (Object.keys(errors).length > 0) throw invalid(errors)
  const companyId = await ownCompanyId(app.db)
  if (!companyId) throw new AppError('unavailable', 'O contato não está disponível no momento. Tente mais tarde.')
  const { subject, ...lead } = message
  const protocol = newProtocol()
  const custom = { assunto: subjectLabels[subject], protocolo: protocol }
  await app.receiveLead(request, { ...lead, ...custom, companyId, source: 'contact' }, key, noShownForm)
  return protocol
}
