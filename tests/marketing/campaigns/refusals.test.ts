import { expect, test } from 'vitest'
import { refusalOf } from '../../../services/marketing/campaigns/refusals.ts'
import { isRobot } from '../../../services/marketing/campaigns/robots.ts'

test.each([
  // About the sender, though the code is that of a mailbox or says nothing.
  [550, '', 'Blocked - see https://www.spamhaus.org/query/bl?ip=192.0.2.1', 'policy'],
  [553, '', 'http://www.spamhaus.org/query/bl?ip=192.0.2.222', 'policy'],
  [550, '', 'Bad SPF records for [example.org:192.0.2.2], see http://spf.pobox.com/', 'policy'],
  [550, '5.1.0', "192.0.2.222 is not allowed to send from <example.net> per it's SPF Record.", 'policy'],
  [550, '5.1.0', '<bounce@mailer.example.com> sender rejected. AUP#CDRBL', 'policy'],
  [550, '', 'DMARC check failed.', 'policy'],
  [550, '', 'Unauthenticated senders not allowed', 'policy'],
  [550, '5.1.1', '<ana@pessoa.example> - 203.0.113.222 has sent to too many recipients this hour.', 'policy'],
  [550, '', 'Ip frequency limited', 'policy'],
  [550, '', 'Denied by policy', 'policy'],
  [550, '', 'Virus Detected; Content Rejected', 'policy'],
  [554, '', 'Relay access denied', 'policy'],
  [553, '5.1.8', 'Domain of sender address ana@pessoa.example does not exist', 'policy'],
  [550, '5.1.7', 'No such domain pessoa.example.', 'policy'],
  [552, '', 'Too many recipients', 'policy'],
  [550, '5.7.1', 'Message looks like spam to user unknown', 'policy'],
  // Nobody has this address, nor its domain.
  [550, '5.1.1', '', 'mailbox'],
  [550, '', 'No such user here', 'mailbox'],
  [550, '5.2.1', '<ana@pessoa.example>... User Unknown', 'mailbox'],
  [554, '', "delivery error: dd This user doesn't have a yahoo.com account (ana@yahoo.com) [0]", 'mailbox'],
  [550, '5.4.1', '550 5.4.1 [ana@pessoa.example]: Recipient address rejected: Access denied', 'mailbox'],
  [550, '5.1.1', 'The email account that you tried to reach does not exist.', 'mailbox'],
  [550, '', 'Usuário inexistente', 'mailbox'],
  [550, '', '<spam@pessoa.example>: Recipient address rejected: User unknown in virtual mailbox table', 'mailbox'],
  [554, '', 'The mail could not be delivered to the recipient because the domain is not reachable', 'mailbox'],
  [556, '5.1.10', 'Recipient address has null MX', 'mailbox'],
  // The mailbox is there.
  [552, '5.1.1', 'sorry, mailbox ana@pessoa.example is over quota temporarily', 'full'],
  [550, '', "5.1.0 - Unknown address error 550-'5.2.2 <ana@pessoa.example>... Mailbox Full'", 'full'],
  [550, '', 'Caixa postal cheia', 'full'],
  [550, '', 'Mailbox is frozen. See http://mail.i.ua/err/3/', 'inactive'],
  [525, '5.7.13', 'Disabled recipient address', 'inactive'],
  [554, '', 'This account has been disabled or discontinued [#102].', 'inactive'],
  // Nothing is known of the person: the customer stays.
  [550, '', 'Rejected', 'refused'],
  [550, '5.1.0', 'Other address status', 'refused'],
  [554, '', 'Transaction failed', 'refused'],
  [552, '5.3.4', 'Message size exceeds fixed limit', 'refused'],
  [450, '4.1.1', 'Recipient address rejected: User unknown in virtual alias table', 'too_late'],
  [450, '4.2.0', 'Recipient address rejected: Greylisting in effect', 'too_late'],
  [0, '4.4.7', 'delivery time expired', 'too_late'],
  [
    0,
    '5.4.4',
    'Name service error for name=pessoa.example type=MX: Malformed or unexpected name server reply',
    'refused'
  ]
] as const)('%i %s %s is %s', (code, status, answer, reason) => {
  expect(refusalOf({ code, status, answer, recipient: true })).toBe(reason)
})

test('an unknown recipient after the mail was seen may be a filter that feigns one', () => {
  const words = { code: 550, status: '', answer: 'Unknown user ana@pessoa.example' }
  expect(refusalOf({ ...words, recipient: false })).toBe('refused')
  expect(refusalOf({ ...words, status: '5.1.1', recipient: false })).toBe('mailbox')
})

test.each([
  ['Re: oferta', 'Please confirm that you are human by opening this link: https://x.example/1', true],
  ['Please confirm your message', 'This message was created automatically by TMDA.', true],
  ['Re: oferta', 'Para receber seu e-mail, confirme que você é uma pessoa: https://x.example', true],
  ['Re: oferta', 'Olá! Estou de férias até 10/12. Fale com a Bia.', true],
  ['Re: oferta', 'I am out of the office until Friday.', true],
  ['Re: oferta', 'Esta é uma resposta automática. Recebemos o seu e-mail.', true],
  ['Re: oferta', 'Quero dois bolos para amanhã!', false],
  ['Re: oferta', 'Podem confirmar o preço e o prazo de entrega?', false],
  ['Re: oferta', 'Confirmo a minha presença.\nVou com a Bia, que volta de férias.', false],
  ['Re: oferta', 'Please confirm the order of ten cakes.', false]
])('%s: %s', (subject, text, robot) => {
  expect(isRobot({ subject, text })).toBe(robot)
})
