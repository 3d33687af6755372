import { createPrivateKey, createSign } from 'node:crypto'
import type { Config } from '../../core/config.ts'
import { loopHeader, loopMark } from '../../core/mail.ts'
import { replyAddress } from '../../platform/inboundMail/addresses.ts'
import { privateKeyOf } from '../senders/keys.ts'
import { answerWay, type SenderRow, type SenderWithKeys } from '../senders/queries.ts'

type Letter = {
  /** The id of the recipient's row, or any other that no mail shares. */
  id: string
  campaignId: string
  to: string
  subject: string
  html: string
  text: string
  unsubscribeUrl: string
  /** Whether mails to the installation unsubscribe and answer too; a test has nobody who could. */
  byMail: boolean
}

/** Headers that a receiver's provider must find signed: above all the two for unsubscribing (RFC 8058, 4). */
const signedHeaders =
  'from:sender:reply-to:subject:date:message-id:to:cc:mime-version:content-type:content-transfer-encoding:list-id:list-unsubscribe:list-unsubscribe-post:feedback-id:precedence'

/**
 * The address of the envelope: bounces come back to the mail's own address, where the installation sends and takes mail
 * in.
 */
export function returnPath(config: Config, row: SenderRow, id: string): string {
  const own = row.smtp_host === null ? replyAddress(config, 'campaign', id) : null
  return own ?? `${row.local_part}@${row.domain}`
}

/**
 * Makes the signed bytes of marketing mails of one sender: `write` composes and signs one, with every header that a
 * receiver of mail in bulk asks for. Throws where the key can no longer be opened.
 */
export async function openWriter(
  config: Config,
  { row, keys }: SenderWithKeys
): Promise<(letter: Letter) => Promise<Buffer>> {
  const [{ default: MailComposer }, { default: DKIM }] = await Promise.all([
    import('nodemailer/lib/mail-composer'),
    import('nodemailer/lib/dkim')
  ])
  const key = keys.find(({ state }) => state === 'signing')
  if (!key) throw new Error('The sender has no key')
  // As an object it is read once, and not for each mail, which takes as long as signing.
  const privateKey = createPrivateKey(privateKeyOf(config, key))
  // A key that cannot sign would be noticed by the receivers alone: the library leaves the signature out.
  createSign('RSA-SHA256').update('').sign(privateKey)
  const dkim = new DKIM({
    domainName: row.domain,
    keySelector: key.selector,
    privateKey,
    headerFieldNames: signedHeaders
  } as never)
  const host = new URL(config.publicUrl).hostname
  return async letter => {
    const { id, campaignId, to, subject, html, text, unsubscribeUrl, byMail } = letter
    const unsubscribeAddress = byMail ? replyAddress(config, 'unsubscribe', id) : null
    const answers = byMail && answerWay(config, row) === 'here' ? replyAddress(config, 'answer', id) : null
    const replyTo = answers ? { name: row.name, address: answers } : row.reply_to && { name: '', address: row.reply_to }
    const composed = new MailComposer({
      // As objects addresses are taken literally; texts would be parsed as lists.
      from: { name: row.name, address: `${row.local_part}@${row.domain}` },
      to: { name: '', address: to },
      ...(replyTo && { replyTo }),
      subject,
      text,
      html,
      messageId: `<${id}@${row.domain}>`,
      headers: {
        // The button of a mail program takes the first that it can: the link, which works for ever.
        'List-Unsubscribe': [unsubscribeUrl, unsubscribeAddress && `mailto:${unsubscribeAddress}?subject=Descadastrar`]
          .filter(Boolean)
          .map(way => `<${way}>`)
          .join(', '),
        'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
        'List-Id': `<${row.company_id}.campanhas.${host}>`,
        'feedback-id': `${campaignId}:${row.company_id}:campanha:prosa`,
        Precedence: 'bulk',
        'Auto-Submitted': 'auto-generated',
        [loopHeader]: loopMark(config)
      },
      disableFileAccess: true,
      disableUrlAccess: true
    } as never)
    const chunks: Buffer[] = []
    for await (const chunk of dkim.sign(await composed.compile().build())) chunks.push(chunk as Buffer)
    return Buffer.concat(chunks)
  }
}
