import type { FailedRecipient, InboundMail } from '../../core/mail.ts'
import { cut } from '../../core/rules.ts'

/** Recipients of a report at most. */
const most = 100

/** Characters of a header of the message that are read. */
const longestHeader = 2000

/** The fields of a block of lines such as `Action: failed`, with their continuations; the first of each name. */
function fieldsOf(block: string): Map<string, string> {
  const fields = new Map<string, string>()
  let name = ''
  for (const line of block.split('\n')) {
    const colon = line.indexOf(':')
    if (/^[ \t]/.test(line) && name) fields.set(name, `${fields.get(name)} ${line.trim()}`)
    else if (colon > 0) {
      name = line.slice(0, colon).trim().toLowerCase()
      if (fields.has(name)) name = ''
      else fields.set(name, line.slice(colon + 1).trim())
    }
  }
  return fields
}

/** `rfc822;ada@example.com` without its type. */
const withoutType = (value: string): string => value.slice(value.indexOf(';') + 1).trim()

/** The outcome of each recipient in a delivery status, and its message, by the headers that came back with it. */
export function readReport(status: string, returned: string): NonNullable<InboundMail['report']> {
  const blocks = status.replaceAll('\r\n', '\n').split('\n\n', most * 2)
  const recipients = blocks
    .map(fieldsOf)
    .filter(fields => fields.has('final-recipient') || fields.has('original-recipient'))
    .slice(0, most)
    .map((fields): FailedRecipient => {
      const address = fields.get('final-recipient') ?? fields.get('original-recipient') ?? ''
      return {
        address: cut(withoutType(address).replace(/^<|>$/g, '').toLowerCase(), 320),
        action: (fields.get('action') ?? '').toLowerCase().slice(0, 20),
        status: /^[245]\.\d{1,3}\.\d{1,3}/.exec(fields.get('status') ?? '')?.[0] ?? '',
        diagnostic: cut(withoutType(fields.get('diagnostic-code') ?? ''), 500)
      }
    })
  const [headers = ''] = returned.replaceAll('\r\n', '\n').split('\n\n', 1)
  const [about, message] = [fieldsOf(blocks[0] ?? ''), fieldsOf(headers)]
  const returnPath = about.get('original-mail-from') ?? message.get('return-path')
  const named = ['list-unsubscribe', 'reply-to', 'return-path', 'x-original-mail-from'].map(name => message.get(name))
  const ways = named.flatMap(value => (value ?? '').slice(0, longestHeader).split(/[\s,<>]+/)).filter(Boolean)
  return {
    recipients,
    messageId: message.get('message-id')?.slice(0, 1000) ?? null,
    feedback: about.get('feedback-type')?.toLowerCase().slice(0, 20) ?? null,
    returnPath: returnPath ? returnPath.replace(/^<|>$/g, '').slice(0, 320) : null,
    ways: ways.slice(0, most)
  }
}
