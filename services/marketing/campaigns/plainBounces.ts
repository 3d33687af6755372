import type { FailedRecipient, InboundMail } from '../../core/mail.ts'
import { cut } from '../../core/rules.ts'
import { causeOf } from './refusals.ts'

/** Characters that are read: what a server has to say comes first, and the mail that came back after it. */
const longest = 8000

/** Characters of an answer that are kept. */
const longestAnswer = 500

/** From here on it is the mail that came back, whose words prove nothing. */
const returned =
  /^[ \t]{0,8}(-+ ?)?(below (this line )?is a copy|this is a copy of|(the )?(header of the )?(original|unsent|returned) message([: -]|s? follows?| headers|$)(?! was)|mensagem original|message headers? follow|(message|mail) text follows|received: from )/im

/** How mail servers call themselves; Exchange adds a number of its own. */
const ofServer =
  /^(mailer-daemon|mail-daemon|post_?master|mail\.delivery\.system|mail-?admin|sysadmin|no-?reply|microsoftexchange[\da-f]*)@/i

/** How servers begin, from qmail, Exim, Sendmail, Postfix and Exchange to providers, in English and Portuguese. */
const failed =
  /this is the qmail-send program|(wasn['’]t|weren['’]t|unable|failed) (able )?to (deliver|reach|send)|(could not|couldn['’]t|cannot|can['’]t|unable to|not) be(en)? (delivered|sent)|had permanent fatal errors|permanent fatal|(wasn['’]t|was not|not) delivered|delivery (has )?(failed|failure|problems|error)|fail(ed|ure) (permanently|notice|delivery)|did not reach|status notification[^\n]{0,20}(failure|error)|delivery status$|undeliver(able|ed)|returned mail|error[^\n]{0,30}deliver|transcript of session|(user|mailbox) (unknown|exceeds)|unknown user|falha na entrega|não foi entregue|não pôde ser entregue|não alcançou|メールエラー/imu

/** The server goes on trying. */
const delayed =
  /warning message only|still undelivered|(is|has been|was) delayed|keep trying|continue trying|will be retried|(continuar\p{L}{0,4}|vai) (a )?tenta(ndo|r)|notification \(delay\)|está atrasad/iu

/** A code of RFC 5321 or RFC 3463, as in `550 5.1.1 User unknown` and `(#5.1.1)`; no part of an address. */
const replyCode = /(?<![\w.#-])[45][0-5]\d(?=[ -])/
const statusCode = /(?<![\d.])[45]\.\d{1,3}\.\d{1,3}(?!\.?\d)/

/** The part of a server's text before the mail that came back. */
function saidIn(text: string): string {
  const whole = cut(text, longest)
  const end = whole.search(returned)
  return end < 0 ? whole : whole.slice(0, end)
}

/**
 * The words of a server for people that say why a mail came back, with their code; null where it has neither a code nor
 * words that are known.
 */
export function readAnswer(text: string): Pick<FailedRecipient, 'status' | 'diagnostic'> | null {
  const said = saidIn(text)
  const paragraphs = said.split(/\n[ \t]*\n/).map(paragraph => paragraph.replace(/\s+/g, ' ').trim())
  const causes = (words: string) => causeOf({ code: 0, status: '', answer: words }) !== undefined
  const coded = paragraphs.filter(each => replyCode.test(each) || statusCode.test(each))
  const words = coded.find(causes) ?? coded[0] ?? paragraphs.find(causes)
  if (words === undefined) return null
  const at = Math.max(0, words.search(replyCode))
  const answer = words.slice(at)
  // The words around the answer may say more than it does.
  const diagnostic = causes(answer) || !causes(words) ? answer : words
  return { status: statusCode.exec(words)?.[0] ?? '', diagnostic: cut(diagnostic, longestAnswer) }
}

/**
 * Reads a bounce that a server wrote for people only, without a report. Null for the words of a person or another
 * program, for a delay, and where it has neither a code nor words for a failure. The caller must find out which mail
 * came back.
 */
export function readPlainBounce({
  from,
  subject,
  text
}: Pick<InboundMail, 'from' | 'subject' | 'text'>): FailedRecipient | null {
  if (from !== null && !ofServer.test(from.address)) return null
  const all = `${subject}\n${saidIn(text)}`
  if (!failed.test(all) || delayed.test(all)) return null
  const answer = readAnswer(text) ?? readAnswer(subject.replace(/^[^:]{0,40}: /, ''))
  return answer && { address: '', action: 'failed', ...answer }
}
