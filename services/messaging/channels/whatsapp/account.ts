import { digits } from '../../../core/rules.ts'
import type { AccountReport } from '../updates.ts'
import { type Fields, fields, list, text } from '../values.ts'

const manager = 'Abra o Gerenciador do WhatsApp, na Meta, e veja o motivo e o que fazer.'

export const blockedText = `A Meta não deixa este número enviar mensagens. ${manager}`

type Change = Omit<AccountReport, 'at'>

/**
 * A change of a WhatsApp Business Account or of a number of it; undefined where it changes nothing here, such as a
 * verified name (Meta, "WhatsApp webhooks: account_update, phone_number_quality_update,
 * business_capability_update").
 */
export function readAccountChange(field: string, value: Fields): Change | undefined {
  if (field === 'account_update') return readAccount(value)
  if (field === 'phone_number_quality_update') return readQuality(value)
  if (field === 'business_capability_update') return readLimit(value)
  return undefined
}

function readAccount(value: Fields): Change | undefined {
  const ban = fields(value.ban_info)?.waba_ban_state
  if (ban === 'DISABLE') return block(`A Meta desativou a conta do WhatsApp Business. ${manager}`)
  if (ban === 'REINSTATE') return block(null)
  if (ban === 'SCHEDULE_FOR_DISABLE')
    return notice(value, 'A Meta vai desativar a conta do WhatsApp', `A conta ainda envia e recebe. ${manager}`)
  switch (value.event) {
    case 'DISABLED_UPDATE':
      return block(`A Meta desativou a conta do WhatsApp Business. ${manager}`)
    case 'ACCOUNT_DELETED':
      return block('A conta do WhatsApp Business foi apagada na Meta. Conecte outro número.')
    case 'PARTNER_REMOVED':
    case 'PARTNER_APP_UNINSTALLED':
      return {
        topic: 'access',
        permission: 'A conta do WhatsApp Business retirou o acesso do aplicativo. Conecte o canal de novo.'
      }
    case 'ACCOUNT_RESTRICTION':
      return readRestriction(value)
    case 'ACCOUNT_VIOLATION':
      return notice(
        value,
        'A Meta apontou uma violação das regras',
        `A conta continua enviando, mas pode ser bloqueada. ${manager}`
      )
    default:
      return undefined
  }
}

/** The restriction of the account for a time; an empty one means that it has ended. */
function readRestriction(value: Fields): Change {
  const restrictions = list(value.restriction_info).map(fields)
  if (restrictions.length === 0) return block(null)
  const answers = restrictions.find(each => each?.restriction_type === 'RESTRICTED_CUSTOMER_INITIATED_MESSAGING')
  if (answers) return block(`A Meta não deixa a conta responder a clientes${until(answers)}. ${manager}`)
  const begins = restrictions.find(each => each?.restriction_type === 'RESTRICTED_BIZ_INITIATED_MESSAGING')
  return begins
    ? notice(
        value,
        'A conta não pode iniciar conversas',
        `A Meta restringiu a conta${until(begins)}. Quem escrever pode ser respondido. ${manager}`
      )
    : notice(value, 'A Meta restringiu a conta do WhatsApp', `As mensagens continuam saindo. ${manager}`)
}

const day = new Intl.DateTimeFormat('pt-BR', { timeZone: 'America/Sao_Paulo' })

function until(restriction: Fields): string {
  const ends = Number(restriction.expiration) * 1000
  return ends > 0 && ends < Date.UTC(2100, 0) ? ` até ${day.format(ends)}` : ''
}

const block = (blocked: string | null): Change => ({ topic: 'block', blocked })

/** Notices of different events do not hide each other. */
const notice = ({ event }: Fields, title: string, said: string): Change => ({
  topic: `notice ${text(event, 60) ?? ''}`.trim(),
  notice: { title, text: said }
})

/** FLAGGED: its quality is low. The later quality is not reported, and is read live. */
function readQuality(value: Fields): Change | undefined {
  const address = digits(text(value.display_phone_number, 40) ?? '')
  const { event } = value
  const about = { topic: `number ${address}`.trim(), ...(address && { address }) }
  const limit = text(value.current_limit, 40) ?? text(value.max_daily_conversations_per_business, 40)
  const limited = limit ? { messagingLimit: limit } : {}
  if (event === 'FLAGGED') return { ...about, ...limited, quality: 'RED' }
  if (event === 'UNFLAGGED') return { ...about, ...limited, quality: null }
  if (event === 'DOWNGRADE')
    return {
      ...about,
      ...limited,
      notice: {
        title: 'O limite de envio do número diminuiu',
        text: 'A Meta deixa iniciar conversas com menos pessoas por dia. Escreva só a quem espera por você.'
      }
    }
  return limit ? { ...about, ...limited } : undefined
}

function readLimit(value: Fields): Change | undefined {
  const limit = value.max_daily_conversations_per_business ?? value.max_daily_conversation_per_phone
  const messagingLimit = typeof limit === 'number' ? numbered(limit) : text(limit, 40)
  return messagingLimit ? { topic: 'limit', messagingLimit } : undefined
}

/** As the tiers are called elsewhere; -1 is none. */
function numbered(limit: number): string | null {
  if (limit < 0) return 'TIER_UNLIMITED'
  if (!Number.isInteger(limit) || limit > 1_000_000_000) return null
  return `TIER_${limit >= 1000 && limit % 1000 === 0 ? `${limit / 1000}K` : limit}`
}
