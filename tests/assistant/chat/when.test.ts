import { expect, test } from 'vitest'
import { readWhen, whenWords } from '../../../services/assistant/chat/when.ts'

const zone = 'America/Sao_Paulo'
/** A Friday, five past five in the afternoon in São Paulo. */
const now = Date.parse('2026-11-20T20:05:00Z')

test.each([
  ['amanhã às 9h', 'amanhã, sábado, 21 de novembro, às 9h'],
  ['amanha de manhã', 'amanhã, sábado, 21 de novembro, às 9h'],
  ['amanhã às 3 da tarde', 'amanhã, sábado, 21 de novembro, às 15h'],
  ['hoje à noite', 'hoje, sexta-feira, 20 de novembro, às 19h'],
  ['daqui a meia hora', 'hoje, sexta-feira, 20 de novembro, às 17h35'],
  ['sexta às 14:30', 'sexta-feira, 27 de novembro, às 14h30'],
  ['segunda da semana que vem às 10', 'segunda-feira, 23 de novembro, às 10h'],
  ['depois de amanhã ao meio-dia', 'domingo, 22 de novembro, às 12h'],
  ['em 2 semanas às 8h', 'sexta-feira, 4 de dezembro, às 8h'],
  ['dia 5', 'sábado, 5 de dezembro, às 9h'],
  ['15 de janeiro às 16h', 'sexta-feira, 15 de janeiro de 2027, às 16h'],
  ['2026-11-25T09:00', 'quarta-feira, 25 de novembro, às 9h'],
  ['2026-11-25T12:00:00Z', 'quarta-feira, 25 de novembro, às 9h'],
  ['25/11 às 0h', 'quarta-feira, 25 de novembro, à 0h']
])('“%s” is %s', (said, words) => {
  const at = readWhen(said, zone, now)
  expect(typeof at === 'string' ? at : whenWords(at, zone, now)).toBe(words)
})

test.each([
  ['hoje às 9h', /^Este horário já passou: hoje/],
  ['10/11/2020 9h', /^Este horário já passou/],
  ['hoje', 'Diga também a que horas.'],
  ['31/02', 'Este dia não existe no calendário.'],
  ['2031-01-01 às 9h', /^Este dia está longe demais/],
  ['amanhã, 25/11', 'Diga um dia só.'],
  ['sexta, 21/11 às 9h', /não combinam/],
  ['semana que vem', 'Diga em que dia da semana que vem.'],
  ['amanhã às 9h ou 10h', /^Não entendi quando/],
  ['amanhã às 25h', /^Não entendi quando/],
  ['amanhã à meia-noite', /^Não entendi quando/],
  ['quando der', /^Não entendi quando/]
])('“%s” is no time: %s', (said, sentence) => {
  expect(readWhen(said, zone, now)).toEqual(typeof sentence === 'string' ? sentence : expect.stringMatching(sentence))
})

test('the same words are another moment in another time zone', () => {
  const at = (of: string) => (readWhen('amanhã às 9h', of, now) as Date).toISOString()
  expect(['America/Sao_Paulo', 'America/Manaus', 'America/Noronha'].map(at)).toEqual([
    '2026-11-21T12:00:00.000Z',
    '2026-11-21T13:00:00.000Z',
    '2026-11-21T11:00:00.000Z'
  ])
})
