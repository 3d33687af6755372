import { digits } from '../../../core/rules.ts'
import { phoneText, storeDialled } from '../../../core/telephone/rules.ts'
import type { ChannelAdapter, SettingsShape } from '../adapter.ts'
import { check } from '../checks.ts'
import { text } from '../meta/answers.ts'
import { GraphError } from '../meta/graph.ts'
import { secretsOf, webhooks } from '../meta/webhooks.ts'
import { qualityLabels } from '../rules.ts'
import { sent } from '../sent.ts'
import { fields, list } from '../values.ts'
import { blockedText } from './account.ts'
import { ask } from './graph.ts'
import { groupKind } from './groups.ts'
import { media } from './media.ts'
import { phoneOf, readWhatsapp } from './read.ts'
import { WhatsappConfig, WhatsappSettings } from './schema.ts'
import { blockUser, markRead, sendMessage, sendReaction } from './send.ts'
import { templates } from './templates.ts'

const testedFields =
  'id,display_phone_number,verified_name,quality_rating,throughput,whatsapp_business_manager_messaging_limit,health_status'

/** Milliseconds that a person waits for a live test. */
const patience = 10_000

const settings: SettingsShape = {
  noun: 'WhatsApp number',
  Change: WhatsappConfig,
  Settings: WhatsappSettings,
  read: ({ phoneNumberId, ...change }: WhatsappConfig) => ({
    ...change,
    ...(phoneNumberId !== undefined && { account: phoneNumberId })
  }),
  show: (shown, channel) => ({
    ...shown,
    phoneNumberId: shown.account,
    wabaId: channel?.waba_id ?? null,
    displayPhone: shown.address,
    verifiedName: shown.name
  }),
  recorded: false
}

/** WhatsApp Cloud API: one number of a company. */
export const whatsapp: ChannelAdapter = {
  kind: 'whatsapp',

  app: ({ meta: { appSecret, verifyToken } }) => ({
    ready: appSecret !== undefined && verifyToken !== undefined,
    secrets: secretsOf(appSecret),
    verifyToken,
    loginReturn: null
  }),
  ...webhooks,
  read: readWhatsapp,

  send: (connection, message) => sent(() => sendMessage(connection, message)),
  react: sendReaction,
  // WhatsApp takes 80 messages a second ("throughput"), and about one in six seconds to one person, of which 45 may
  // come in advance ("pair rate limit").
  pace: { concurrency: 16, perSecond: 80, perPerson: { limit: 45, seconds: 270 } },
  refusal: code => new GraphError({ code, status: 400, details: null }),
  confirmReading: (connection, externalId) => markRead(connection, externalId),
  showTyping: (connection, externalId) => markRead(connection, externalId, 'typing'),
  block: blockUser,
  media,
  phoneOf: (contact, kind) => (kind === 'wa_id' ? phoneOf(contact) : undefined),
  addressOf(phone) {
    const contact = digits(phone)
    // A Brazilian mobile may be known without its ninth digit.
    const [, code = '', number = ''] = /^55(\d\d)9?([6-9]\d{7})$/.exec(contact) ?? []
    const also = number ? [`55${code}${number}`, `55${code}9${number}`].filter(each => each !== contact) : []
    return { contact, kind: 'wa_id', also }
  },
  templates,
  contactText: (contact, kind) =>
    kind === 'wa_id' ? phoneText(storeDialled(contact)) : kind === groupKind ? 'grupo' : 'número oculto',

  async test(connection) {
    const answer = await ask(connection, {
      path: connection.channel.account ?? '',
      query: { fields: testedFields },
      timeout: patience
    })
    const health = fields(answer.health_status)
    const waba = list(health?.entities)
      .map(fields)
      .find(each => each?.entity_type === 'WABA')
    return {
      address: text(answer.display_phone_number),
      name: text(answer.verified_name),
      quality: text(answer.quality_rating),
      messagingLimit: text(answer.whatsapp_business_manager_messaging_limit),
      throughput: text((answer.throughput as { level?: unknown } | undefined)?.level),
      ...(text(waba?.id) && { parentAccount: text(waba?.id) }),
      ...(text(health?.can_send_message) && { blocked: health?.can_send_message === 'BLOCKED' ? blockedText : null })
    }
  },
  checks: ({ quality }) => [
    check('Qualidade do número', [
      [
        quality === 'RED' || quality === 'YELLOW',
        'warning',
        `Qualidade ${qualityLabels[quality ?? '']?.toLowerCase()}.`,
        'Escreva só para quem pediu, e evite mensagens repetidas.'
      ],
      [quality === null, 'unknown', 'A Meta ainda não avaliou o número.', null],
      [true, 'good', 'Os clientes não estão bloqueando o número.', null]
    ])
  ],
  settings
}
