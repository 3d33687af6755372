import { expect, test } from 'vitest'
import { forwardedInText } from '../../../services/platform/inboundMail/forwards.ts'

const rui = { name: 'Rui Lima', address: 'rui@longe.example' }

const forwards: Record<string, [subject: string, text: string, comment: string]> = {
  'Gmail in Portuguese': [
    'Fwd: Pedido 77',
    'Podem ver?\n\n---------- Forwarded message ---------\nDe: Rui Lima <rui@longe.example>\nDate: seg., 4 de mai. de 2026 às 10:00\nSubject: Pedido 77\nTo: Ana <ana@prosa.example>\n\n\nPreciso do boleto.\n\nRui',
    'Podem ver?'
  ],
  'Gmail with its name for it': [
    'Pedido 77',
    '---------- Mensagem encaminhada ---------\nDe: *Rui Lima* <rui@longe.example>\nData: 4 de mai. de 2026\nAssunto: Pedido 77\nPara: Ana <ana@prosa.example>\n\nPreciso do boleto.\n\nRui',
    ''
  ],
  'Outlook in Portuguese': [
    'ENC: Pedido 77',
    'Segue.\n\n________________________________\nDe: Rui Lima <rui@longe.example>\nEnviado: segunda-feira, 4 de maio de 2026 10:00\nPara: Ana Souza <ana@prosa.example>\nAssunto: Pedido 77\n\nPreciso do boleto.\n\nRui',
    'Segue.'
  ],
  'Outlook in English, with its older brackets': [
    'FW: Pedido 77',
    '-----Original Message-----\nFrom: Rui Lima [mailto:rui@longe.example]\nSent: Monday, May 4, 2026 10:00 AM\nTo: Ana Souza\nSubject: Pedido 77\n\nPreciso do boleto.\n\nRui',
    ''
  ],
  'Apple Mail in Portuguese': [
    'Enc: Pedido 77',
    'Olhem isto\n\nInício da mensagem encaminhada:\n\n> De: Rui Lima <rui@longe.example>\n> Assunto: Pedido 77\n> Data: 4 de maio de 2026 10:00:00 BRT\n> Para: Ana Souza <ana@prosa.example>\n> \n> Preciso do boleto.\n> \n> Rui',
    'Olhem isto'
  ],
  'Apple Mail in English': [
    'Fwd: Pedido 77',
    'Begin forwarded message:\n\nFrom: Rui Lima <rui@longe.example>\nSubject: Pedido 77\nDate: 4 May 2026 at 10:00:00 BRT\nTo: Ana Souza <ana@prosa.example>\n\nPreciso do boleto.\n\nRui',
    ''
  ],
  'Thunderbird, which names the subject first': [
    'Fwd: Pedido 77',
    '-------- Mensagem encaminhada --------\nAssunto: \tPedido 77\nData: \tMon, 4 May 2026 10:00:00 -0300\nDe: \tRui Lima <rui@longe.example>\nPara: \tana@prosa.example\n\nPreciso do boleto.\n\nRui',
    ''
  ]
}

test.each(Object.entries(forwards))('a forward is read as its author’s: %s', (_, [subject, text, comment]) => {
  expect(forwardedInText(subject, text)).toEqual({
    author: rui,
    subject: 'Pedido 77',
    text: 'Preciso do boleto.\n\nRui',
    comment
  })
})

const others: Record<string, [subject: string, text: string]> = {
  'an answer that quotes by a block of headers': [
    'RES: Pedido 77',
    'Obrigada.\n\nDe: Rui Lima <rui@longe.example>\nEnviado: segunda-feira\nPara: Ana\nAssunto: Pedido 77\n\nPreciso do boleto.'
  ],
  'an answer to a forward': [
    'Re: Fwd: Pedido',
    '---------- Forwarded message ---------\nFrom: Rui <rui@longe.example>\nTo: a\n\nOi'
  ],
  'an author without an address': [
    'ENC: Pedido 77',
    'De: Rui Lima\nEnviado: segunda-feira\nPara: Ana\nAssunto: Pedido\n\nOi'
  ],
  'a request in such words': ['Frete', 'De: Santos\nPara: Campinas\nData: 12/05\n\nQuanto custa?'],
  'a title alone': ['Fwd: Pedido', '---------- Forwarded message ---------'],
  'a sender alone': ['Fwd: Pedido', '---------- Forwarded message ---------\nDe: rui@longe.example\n\nOi'],
  'a quoted forward': [
    'Pedido',
    'Veja\n> ---------- Forwarded message ---------\n> From: Rui <rui@longe.example>\n> To: a\n>\n> Oi'
  ]
}

test.each(Object.entries(others))('no forward is made of %s', (_, [subject, text]) => {
  expect(forwardedInText(subject, text)).toBeNull()
})

test('a long text is read in time', () => {
  const started = performance.now()
  for (const line of ['De: ', '-'.repeat(199_000), '> De: a@b.example\n', 'From:'.repeat(40_000), '@'.repeat(200_000)])
    for (const subject of ['Fwd: x', 'x'])
      forwardedInText(
        subject,
        `---------- Forwarded message ---------\n${line.repeat(Math.ceil(199_000 / line.length))}`
      )
  expect(performance.now() - started).toBeLessThan(5000)
})
