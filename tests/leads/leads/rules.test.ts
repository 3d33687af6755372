import { expect, test } from 'vitest'
import { validEmail } from '../../../services/core/rules.ts'
import { formatPhone, phoneDigits, readPhone } from '../../../services/core/telephone/brazil/rules.ts'
import { namesAlike } from '../../../services/leads/leads/names.ts'

test.each([
  ['11987654321', '+5511987654321', '1187654321'],
  ['1187654321', '+5511987654321', '1187654321'],
  ['(11) 98765-4321', '+5511987654321', '1187654321'],
  ['+55 11 98765-4321', '+5511987654321', '1187654321'],
  ['005511987654321', '+5511987654321', '1187654321'],
  ['011987654321', '+5511987654321', '1187654321'],
  ['0 15 11 98765-4321', '+5511987654321', '1187654321'],
  ['1133334444', '+551133334444', '1133334444'],
  ['0800 123 4567', null, '08001234567'],
  ['(55) 9 9999-9999', '+5555999999999', '5599999999'],
  ['+55 (0)11 98765-4321', '+5511987654321', '1187654321'],
  ['+55 99999-9999', null, '+55999999999'],
  ['4722123456', '+554722123456', '4722123456'],
  ['+47 22 12 34 56', '+4722123456', '+4722123456'],
  ['(+47) 22123456', '+4722123456', '+4722123456'],
  ['00351 912 345 678', '+351912345678', '+351912345678'],
  ['+1 415 555 2671', '+14155552671', '+14155552671'],
  ['2012345678', null, '2012345678'],
  ['123', null, '123'],
  ['', null, '']
])('the phone %s is %s with the key %s', (text, e164, key) => {
  expect(readPhone(text)).toEqual({ e164, key })
})

test('a phone is shown as it is written in Brazil, and a foreign one as it was typed', () => {
  expect(formatPhone('11987654321')).toBe('(11) 98765-4321')
  expect(formatPhone('1133334444')).toBe('(11) 3333-4444')
  expect(formatPhone('+1 415 555 2671')).toBe('+1 415 555 2671')
})

test.each([
  ['(11) 98765-4321', '11987654321'],
  ['+55 11 98765-4321', '5511987654321'],
  ['+47 22 12 34 56', '004722123456'],
  ['00 47 22 12 34 56', '004722123456'],
  ['+55 99999-9999', '0055999999999'],
  ['0800 123 4567', '08001234567'],
  ['', '']
])('a form sends the phone %s as the digits %s', (typed, sent) => {
  expect(phoneDigits(typed)).toBe(sent)
  expect(readPhone(sent)).toEqual(readPhone(typed))
})

test.each([
  ['a@b.co', true],
  ['joão@empresa.com.br', true],
  ['a@b', false],
  ['a b@c.de', false],
  ['', false]
])('%s is an e-mail: %s', (text, expected) => {
  expect(validEmail(text)).toBe(expected)
})

test.each([
  ['Conceição Peçanha', 'Conceicao Pessanha', true],
  ['Luís Souza', 'Luiz Sousa', true],
  ['Maria da Silva', 'Maria Silva Santos', true],
  ['Silva, Maria', 'Maria Aparecida da Silva', true],
  ['Guilherme Prado', 'Guilehrme Prado', true],
  ['Guilherme Prado', 'Guilherm Prado', false],
  ['Raphaela', 'Rafaela', true],
  ['Tânia Nóbrega', 'Sônia Nóbrega', false],
  ['Tânia Nóbrega', 'Vânia Nóbrega', false],
  ['Paulo Lima', 'Paula Lima', false],
  ['Rafael Souza', 'Rafaela Souza', false],
  ['Ana Lima', 'Eva Lima', false],
  ['Ana Lima Prado', 'Ana Prado Lima Souza', true],
  ['Ana Ana', 'Ana Lima', false],
  ['Maria', 'Maria Silva', false],
  ['', '', false],
  ['...', 'de da', false]
])('whether %s and %s may be the same name: %s', (one, other, alike) => {
  expect(namesAlike(one, other)).toBe(alike)
  expect(namesAlike(other, one)).toBe(alike)
})
