import type { Trx } from '../../core/db.ts'
import { invalid } from '../../core/errors.ts'
import { unstorable } from '../../core/text.ts'
import { isFileKind } from '../../platform/files/attachments/rules.ts'
import { adapters } from '../channels/adapters.ts'
import { type ChannelKind, channelKinds, channelNames, channelRules } from '../channels/rules.ts'
import type { Media } from '../channels/updates.ts'
import { fillTemplate, type TemplateMessage } from '../templates/filling.ts'
import { takeAttachment } from './attachments.ts'
import { unfilledText } from './replies/rules.ts'
import { choiceLimits, type MessageKind } from './rules.ts'
import type { ChoiceList, Conversation, NewMessage, Place } from './schema.ts'

/** The content of a message: a text, perhaps with choices, a file or a place. */
export type Content = {
  kind: MessageKind
  text: string | null
  data: { media?: Media; buttons?: string[]; list?: ChoiceList; place?: Place } & Partial<TemplateMessage['data']>
  fileId: string | null
}

/**
 * A message by a template, which needs no window. Throws 400 where the channel has no templates or a value is missing,
 * and 409 where the template or the person does not allow it now.
 */
export async function readTemplate(
  trx: Trx,
  companyId: string,
  { channel, leadId }: Pick<Conversation, 'channel' | 'leadId'>,
  { templateId, values = {} }: Pick<NewMessage, 'templateId' | 'values'>
): Promise<Content> {
  if (!adapters[channel].templates) throw invalid({ kind: `O ${channelNames[channel]} não tem modelos de mensagem.` })
  if (!templateId) throw invalid({ templateId: 'Escolha o modelo.' })
  return { kind: 'template', fileId: null, ...(await fillTemplate(trx, companyId, { templateId, leadId, values })) }
}

/** Throws 400 where what is given is no message that the channel takes. */
export async function readContent(trx: Trx, conversation: Conversation, input: NewMessage): Promise<Content> {
  const { channel } = conversation
  const rules = channelRules[channel]
  const { kind = 'text', text, caption, fileId, buttons, list, place, voice } = input
  if ([text, caption, JSON.stringify({ buttons, list, place })].some(words => words !== undefined && unstorable(words)))
    throw invalid({ text: 'A mensagem contém caracteres inválidos.' })
  refuseUnfilled({ text, caption, buttons, list })
  if (isFileKind(kind)) {
    if (!fileId) throw invalid({ fileId: 'Escolha o arquivo.' })
    if (caption && !rules.captions.includes(kind))
      throw invalid({ caption: 'Aqui o arquivo vai sem legenda. Envie o texto em outra mensagem.' })
    const media = await takeAttachment(trx, conversation.id, fileId, kind)
    return {
      kind,
      text: caption ?? null,
      data: { media: { ...media, ...(voice && kind === 'audio' && { voice }) } },
      fileId
    }
  }
  if (kind === 'location') {
    if (!rules.places)
      throw invalid({ kind: `O ${channelNames[channel]} não envia localização. Mande o endereço por escrito.` })
    if (!place) throw invalid({ place: 'Escolha o lugar.' })
    return { kind, text: wordsOf(input), data: { place }, fileId: null }
  }
  if (text === undefined) throw invalid({ text: 'Escreva a mensagem.' })
  if (kind === 'interactive') {
    refuseChoices(channel, text, input)
    return { kind, text, data: buttons ? { buttons } : { list: list as ChoiceList }, fileId: null }
  }
  if (rules.text.size(text) > rules.text.longest) throw invalid({ text: rules.text.tooLong })
  return { kind, text, data: {}, fileId: null }
}

/** The words by which a message is shown in lists and found. */
export const wordsOf = ({ text, caption, place }: NewMessage): string | null =>
  text ?? caption ?? place?.name ?? place?.address ?? null

/** A quick reply with unfilled placeholders must not reach the customer, on any way. */
function refuseUnfilled(parts: Pick<NewMessage, 'text' | 'caption' | 'buttons' | 'list'>): void {
  for (const [field, part] of Object.entries(parts)) {
    const problem = unfilledText(typeof part === 'string' ? part : JSON.stringify(part ?? null))
    if (problem) throw invalid({ [field]: problem })
  }
}

const withChoices = channelKinds
  .filter(kind => channelRules[kind].choices)
  .map(kind => channelNames[kind])
  .join(' e no ')

function refuseChoices(channel: ChannelKind, text: string, { buttons, list }: NewMessage): void {
  if (!channelRules[channel].choices) throw invalid({ kind: `Botões e listas só existem no ${withChoices}.` })
  if ((buttons === undefined) === (list === undefined)) throw invalid({ buttons: 'Escolha botões ou uma lista.' })
  const titles = (buttons ?? list?.rows.map(({ title }) => title) ?? []).map(title => title.trim())
  if (new Set(titles).size < titles.length) throw invalid({ buttons: 'Cada opção precisa de um texto diferente.' })
  if ([...text].length > choiceLimits.text)
    throw invalid({ text: `Com botões ou lista o texto tem até ${choiceLimits.text} caracteres.` })
}
