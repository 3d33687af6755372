import { type ChannelKind, channelKinds, channelNames, channelRules } from '../channels/rules.ts'
import type { Media } from '../channels/updates.ts'
import type { Trx } from '../core/db.ts'
import { invalid } from '../core/errors.ts'
import { unstorable } from '../core/text.ts'
import { isFileKind } from '../files/attachments/rules.ts'
import { takeAttachment } from './attachments.ts'
import { unfilledText } from './replies/rules.ts'
import { choiceLimits, type MessageKind } from './rules.ts'
import type { ChoiceList, Conversation, NewMessage } from './schema.ts'

/** What is sent: a text, with choices perhaps, or a file. */
export type Content = {
  kind: MessageKind
  text: string | null
  data: { media?: Media; buttons?: string[]; list?: ChoiceList }
  fileId: string | null
}

/** Throws 400 where what is given is no message that the channel takes. */
export async function readContent(trx: Trx, conversation: Conversation, given: NewMessage): Promise<Content> {
  const { channel } = conversation
  const rules = channelRules[channel]
  const { kind = 'text', text, caption, fileId, buttons, list } = given
  if ([text, caption, JSON.stringify({ buttons, list })].some(words => words !== undefined && unstorable(words)))
    throw invalid({ text: 'A mensagem contém caracteres inválidos.' })
  refuseUnfilled({ text, caption, buttons, list })
  if (isFileKind(kind)) {
    if (!fileId) throw invalid({ fileId: 'Escolha o arquivo.' })
    if (caption && !rules.captions.includes(kind))
      throw invalid({ caption: 'Aqui o arquivo vai sem legenda. Envie o texto em outra mensagem.' })
    const media = await takeAttachment(trx, conversation.id, fileId, kind)
    return { kind, text: caption ?? null, data: { media }, fileId }
  }
  if (text === undefined) throw invalid({ text: 'Escreva a mensagem.' })
  if (kind === 'interactive') {
    refuseChoices(channel, text, given)
    return { kind, text, data: buttons ? { buttons } : { list: list as ChoiceList }, fileId: null }
  }
  if (rules.text.size(text) > rules.text.longest) throw invalid({ text: rules.text.tooLong })
  return { kind, text, data: {}, fileId: null }
}

/** A quick reply with what nobody filled in must not reach the customer, whoever sends it. */
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
