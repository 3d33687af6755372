import { expect, test } from 'vitest'
import { daysText } from '../../services/account/plans/rules.ts'
import { sourceLabel } from '../../services/leads/leads/marks/rules.ts'
import { dateOfDay, dayOf } from '../../web/src/core/day.ts'
import { formatDate, formatDateTime, formatMoney } from '../../web/src/core/format.ts'
import { waitingText } from '../../web/src/leads/dashboard/labels.ts'
import { greeting } from '../../web/src/leads/leads/contact.ts'
import { foundText } from '../../web/src/leads/leads/labels.ts'
import { ofCompany } from '../../web/src/shell/ofCompany.ts'

test('moments are shown in São Paulo unless another zone is given', () => {
  expect(formatDate('2026-11-21T02:30:00Z')).toBe('20/11/2026')
  expect(formatDateTime('2026-11-21T02:30:00Z')).toBe('20/11/2026 23:30')
  expect(formatDateTime('2026-11-21T02:30:00Z', 'America/Manaus')).toBe('20/11/2026 22:30')
  expect(formatDateTime('2026-11-21T03:00:00Z')).toBe('21/11/2026 00:00')
})

test('a day without time is never moved by a zone', () => {
  expect(formatDate('2026-01-01', 'Pacific/Kiritimati')).toBe('01/01/2026')
  expect(formatDateTime('2026-01-01')).toBe('01/01/2026')
  expect(dayOf(dateOfDay('2026-03-01') ?? new Date(0))).toBe('2026-03-01')
})

test('what is no date is shown as nothing', () => {
  for (const value of [null, undefined, '', 'amanhã']) {
    expect(formatDate(value)).toBe('')
    expect(formatDateTime(value)).toBe('')
  }
})

test('money is written the Brazilian way', () => {
  expect(formatMoney(123456).replace(/\s/g, ' ')).toBe('R$ 1.234,56')
})

test.for([
  [1, '1 lead novo sem contato há mais de 7 dias'],
  [1000, '1.000 leads novos sem contato há mais de 7 dias'],
  [1001, 'Mais de 1.000 leads novos sem contato há mais de 7 dias']
] as const)('%d who wait for long are announced as they are counted', ([count, text]) => {
  expect(waitingText(count)).toBe(text)
})

test.for([
  [1, false, true, '1 encontrado'],
  [2, false, true, '2 encontrados'],
  [1, true, true, 'mais de 1 encontrados'],
  [1, false, false, '1 no total']
] as const)('%d leads, capped %s, filtered %s: %s', ([total, capped, filtered, text]) => {
  expect(foundText(total, capped, filtered)).toBe(text)
})

test('a day is one', () => {
  expect([1, 14].map(daysText)).toEqual(['1 dia', '14 dias'])
})

test.each([
  ['Padaria Central', 'da Padaria Central'],
  ['Mercado do Zé', 'do Mercado do Zé'],
  [' Silva & Filhos ', 'da equipe Silva & Filhos']
])('%s speaks as “%s”', (name, text) => {
  expect(ofCompany(name)).toBe(text)
})

test.each([
  ['Bia Lima', 'Padaria Central', 'Olá, Ada. Aqui é Bia, da Padaria Central. Tudo bem?'],
  ['Bia Lima', undefined, 'Olá, Ada. Aqui é Bia. Tudo bem?'],
  [undefined, 'Padaria Central', 'Olá, Ada. Aqui é da Padaria Central. Tudo bem?'],
  [undefined, undefined, 'Olá, Ada. Tudo bem?']
])('a conversation begins with who speaks: %s of %s', (sender, company, text) => {
  expect(greeting('Ada Souza', sender, company)).toBe(text)
})

test.each([
  ['indicacao', 'Indicação'],
  ['Indicação', 'Indicação'],
  ['site', 'Site'],
  ['import', 'Importação'],
  ['feira-de-outubro', 'feira-de-outubro']
])('the source %s is shown as “%s”', (source, text) => {
  expect(sourceLabel(source)).toBe(text)
})
