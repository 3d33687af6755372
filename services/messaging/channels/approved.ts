import type { Config } from '../../core/config.ts'
import type { Db } from '../../core/db.ts'
import { AppError } from '../../core/errors.ts'
import { variablesOf } from '../templates/rules.ts'
import { adapters } from './adapters.ts'
import { isProviderError } from './errors.ts'
import { findChannel } from './queries.ts'
import type { ChannelKind } from './rules.ts'
import type { ProviderTemplate, TemplateList } from './templates.ts'

/** `connected`: the channel sends now. */
export type ConnectionState = TemplateList & { connected: boolean }

/**
 * The approved templates of a company's channel, asked of the provider now; none where it is not connected, or has no
 * templates. Throws 409 with what is to be done where the provider refuses or does not answer.
 */
export async function readTemplates(
  { db, config }: { db: Db; config: Config },
  companyId: string,
  kind: ChannelKind
): Promise<ConnectionState> {
  const channel = await db.company(companyId, trx => findChannel(trx, kind))
  const account = channel?.waba_id ?? channel?.parent_account
  const { templates } = adapters[kind]
  if (!channel?.active || channel.problem !== null || !account || !templates)
    return { connected: false, templates: [], others: 0 }
  try {
    return { connected: true, ...plainOf(await templates.list({ config, channel }, account)) }
  } catch (error) {
    if (!isProviderError(error)) throw error
    throw new AppError('conflict', `Não foi possível ler os modelos. ${error.text}`)
  }
}

/** The approved ones that texts in the body alone can fill. Those for advertising are left out: reminders are none. */
function plainOf(all: readonly ProviderTemplate[]): TemplateList {
  const approved = all.filter(({ status }) => status === 'approved')
  const templates = approved
    .filter(isPlain)
    .map(({ externalId, name, language, body, named }) => ({
      id: externalId,
      name,
      language,
      body,
      named,
      variables: variablesOf({ header: null, body, buttons: [] })
    }))
    .sort((a, b) => a.name.localeCompare(b.name, 'pt-BR'))
  return { templates, others: approved.length - templates.length }
}

const isPlain = ({ category, header, body, buttons }: ProviderTemplate): boolean =>
  category === 'utility' &&
  body !== '' &&
  (header === null || (header.type === 'text' && variablesOf({ header, body: '', buttons: [] }).length === 0)) &&
  buttons.every(({ type }) => type === 'reply' || type === 'phone' || type === 'url') &&
  variablesOf({ header: null, body: '', buttons }).length === 0
