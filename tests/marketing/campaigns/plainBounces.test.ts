import { describe, expect, test } from 'vitest'
import { readPlainBounce } from '../../../services/marketing/campaigns/plainBounces.ts'
import { readFailure } from '../../../services/marketing/campaigns/reports.ts'

const server = { name: 'Mail Delivery Subsystem', address: 'mailer-daemon@mx.example' }
const mail = (text: string, more: { subject?: string; from?: typeof server | null } = {}) => ({
  kind: 'automatic' as const,
  report: null,
  from: server,
  subject: 'failure notice',
  text,
  ...more
})

const qmail = (words: string) => `Hi. This is the qmail-send program at mx.example.
I'm afraid I wasn't able to deliver your message to the following addresses.
This is a permanent error; I've given up. Sorry it didn't work out.

<ana@pessoa.example>:
${words}

--- Below this line is a copy of the message.

Return-Path: <respostas@prosa.example>
Subject: 550 5.7.1 ofertas`

const exchange = {
  subject: 'Undeliverable: Uma oferta',
  from: { name: 'Microsoft Outlook', address: 'MicrosoftExchange329e71ec88ae4615bbc36ab6ce41109e@pessoa.example' }
}

describe('a mail that came back is known by what its server wrote for people', () => {
  test.each([
    ['qmail', mail(qmail('Sorry, no mailbox here by that name. (#5.1.1)')), 'mailbox', true],
    [
      'qmail, full',
      mail(qmail('10.1.1.5 failed after I sent the message.\nRemote host said: 552 5.2.2 Mailbox full')),
      'full',
      false
    ],
    [
      'qmail, too late',
      mail(qmail("I'm not going to try again; this message has been in the queue too long. (#4.4.1)")),
      'too_late',
      false
    ],
    [
      'Exchange',
      mail(
        'Delivery has failed to these recipients or groups:\n\nana@pessoa.example\nThe email address you entered couldn’t be found.\n\nDiagnostic information for administrators:\n#550 5.1.1 RESOLVER.ADR.RecipNotFound; not found ##',
        exchange
      ),
      'mailbox',
      true
    ],
    [
      'Exchange in Portuguese',
      mail(
        'Falha na entrega a estes destinatários ou grupos:\n\nana@pessoa.example\nSua mensagem não foi entregue. Ela foi recusada.\n\nInformações de diagnóstico para administradores:\nRemote Server returned 554 5.7.1 Recusado pela política',
        { ...exchange, subject: 'Não é possível entregar: Uma oferta' }
      ),
      'policy',
      false
    ],
    [
      'Gmail',
      mail(
        "Address not found\n\nYour message wasn't delivered to ana@pessoa.example because the address couldn't be found, or is unable to receive mail.",
        { subject: 'Delivery Status Notification (Failure)' }
      ),
      'mailbox',
      true
    ],
    [
      'Gmail in Portuguese',
      mail(
        'Endereço não encontrado\n\nSua mensagem não foi entregue a ana@pessoa.example porque o endereço não foi encontrado.\n\nA resposta foi:\n550 5.1.1 The email account that you tried to reach does not exist.'
      ),
      'mailbox',
      true
    ],
    [
      'Exim',
      mail(
        'A message that you sent could not be delivered to one or more of its\nrecipients. This is a permanent error. The following address(es) failed:\n\n  ana@pessoa.example\n    host mx.pessoa.example [192.0.2.5]\n    SMTP error from remote mail server after RCPT TO:<ana@pessoa.example>:\n    550 User unknown',
        { from: null }
      ),
      'mailbox',
      true
    ]
  ])('%s', (_, raw, reason, dead) => {
    expect(readFailure(raw)).toMatchObject({ report: 'bounced', reason, dead })
  })

  test.each([
    [
      'an absence',
      mail('Estou de férias até 10/12. Seu e-mail não foi entregue a outra pessoa. Ligue 550 1234.', {
        from: { name: 'Ana', address: 'ana@pessoa.example' }
      })
    ],
    [
      'a delay of Exim',
      mail(
        'Warning: message delayed 24 hours. It could not be delivered yet. The message has been delayed, and we will keep trying.\n451 4.7.1 Greylisted'
      )
    ],
    [
      'a delay of Gmail',
      mail(
        'A entrega está atrasada. Sua mensagem não foi entregue ainda; o Gmail vai continuar tentando.\n421 4.4.2 timeout'
      )
    ],
    ['no evidence', mail('Your message could not be delivered.')],
    [
      'words of the mail that came back',
      mail(
        'Your message could not be delivered.\n\n--- Below this line is a copy of the message.\n\n550 5.1.1 User unknown'
      )
    ],
    ['an address of a computer', mail('Your message could not be delivered to 5.1.1.7 and 10.5.1.1.')],
    ['a newsletter', mail('550 5.1.1 é o código de hoje', { subject: 'Ofertas' })]
  ])('%s is none', (_, raw) => {
    expect(readPlainBounce(raw)).toBeNull()
    expect(readFailure(raw)).toBeNull()
  })

  test('a long one takes no time', () => {
    const began = performance.now()
    for (const long of ['5.'.repeat(1_000_000), 'a '.repeat(1_000_000), '-'.repeat(1_000_000)])
      readPlainBounce(mail(`could not be delivered ${long}`))
    // A guard against 'for ever': it takes some milliseconds.
    expect(performance.now() - began).toBeLessThan(30_000)
  })
})
