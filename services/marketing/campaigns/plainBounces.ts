import type { FailedRecipient, InboundMail } from '../../core/mail.ts'
import { cut } from '../../core/rules.ts'

/** Characters that are read: what a server has to say comes first, and the mail that came back after it. */
const longest = 8000

/** From here on it is the mail that came back, whose words prove nothing. */
const returned =
  /^-+ ?(below this line is a copy|this is a copy of|original message|mensagem original|message header follows|transcript of session follows)/im

/** How mail servers call themselves; Exchange adds a number of its own. */
const ofServer = /^(mailer-daemon|mail-daemon|postmaster|microsoftexchange[\da-f]*)@/i

/** How qmail, Exim, Sendmail, Postfix, Gmail and Exchange begin, in English and Portuguese. */
const failed =
  /this is the qmail-send program|wasn['’]t able to deliver your message|(could not|couldn['’]t) be delivered|had permanent fatal errors|(wasn['’]t|was not) delivered|delivery has failed|failed permanently|did not reach (some or all of )?the (intended )?recipient|delivery status notification \(failure\)|undeliverable|falha na entrega|não foi entregue|não pôde ser entregue|não alcançou/i

/** The server goes on trying. */
const delayed =
  /warning message only|still undelivered|(is|has been|was) delayed|keep trying|continue trying|will be retried|(continuar\p{L}{0,4}|vai) (a )?tenta(ndo|r)|notification \(delay\)|está atrasad/iu

const nobody =
  /no such (user|mailbox|recipient)|unknown (user|recipient)|user (unknown|not found)|no mailbox here|address (not found|couldn['’]t be found)|recip(ient)? ?not ?found|(address|user|mailbox|recipient|account) (that you tried to reach )?(does not|doesn['’]t) exist|endereço não (foi )?encontrado|não existe|não (foi )?encontrad[oa]/i

/** A code of RFC 5321 or RFC 3463, as in `550 5.1.1 User unknown` and `(#5.1.1)`; no part of an address. */
const replyCode = /(?<![\w.#-])[45][0-5]\d(?=[ -])/
const statusCode = /(?<![\d.])[45]\.\d{1,3}\.\d{1,3}(?!\.?\d)/

/**
 * Reads a bounce that a server wrote for people only, without a report. Null for the words of a person or another
 * program, for a delay, and where it has neither a code nor words for an address that does not exist. The caller must
 * find out which mail came back.
 */
export function readPlainBounce({
  from,
  subject,
  text
}: Pick<InboundMail, 'from' | 'subject' | 'text'>): FailedRecipient | null {
  if (from !== null && !ofServer.test(from.address)) return null
  const whole = cut(text, longest)
  const end = whole.search(returned)
  const said = end < 0 ? whole : whole.slice(0, end)
  const all = `${subject}\n${said}`
  if (!failed.test(all) || delayed.test(all)) return null
  const lines = said.split('\n').map(line => line.trim())
  const words =
    lines.find(line => replyCode.test(line) || statusCode.test(line)) ?? lines.find(line => nobody.test(line))
  if (words === undefined) return null
  const status = statusCode.exec(words)?.[0] ?? (nobody.test(said) ? '5.1.1' : '')
  const at = Math.max(0, words.search(replyCode))
  return { address: '', action: 'failed', status, diagnostic: cut(words.slice(at), 500) }
}
