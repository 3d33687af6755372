import { expect, test } from 'vitest'
import { findForeign, phoneText, storeDialled, storePhone } from '../../../services/core/telephone/rules.ts'
import { type Lookups, readValue } from '../../../services/leads/imports/readCell.ts'
import { featuresOf } from '../../../services/leads/scores/rules.ts'
import { callLink, whatsappLink } from '../../../web/src/leads/leads/contact.ts'

test.each([
  ['(11) 98765-4321', '11987654321', '(11) 98765-4321'],
  ['+55 11 98765-4321', '5511987654321', '(11) 98765-4321'],
  ['+55 (0)11 98765-4321', '55011987654321', '(11) 98765-4321'],
  ['(55) 9 9999-9999', '55999999999', '(55) 99999-9999'],
  ['55 3222-1234', '5532221234', '(55) 3222-1234'],
  ['5555999999999', '5555999999999', '(55) 99999-9999'],
  ['+55 99999-9999', '+55999999999', '+55999999999'],
  ['0800 123 4567', '08001234567', '08001234567'],
  ['+47 22 12 34 56', '+4722123456', '+47 22 12 34 56'],
  ['tel.: (+47) 22123456', '+4722123456', '+47 22 12 34 56'],
  ['＋47 22 12 34 56', '+4722123456', '+47 22 12 34 56'],
  ['0047 22 12 34 56', '+4722123456', '+47 22 12 34 56'],
  ['+44 (0)20 7946 0958', '+442079460958', '+44 20 7946 0958'],
  ['+39 06 1234 5678', '+390612345678', '+39 06 1234 5678'],
  ['+52 1 55 1234 5678', '+525512345678', '+52 55 1234 5678'],
  ['+54 11 15-1234-5678', '+5491112345678', '+54 9 11 1234 5678'],
  ['+21 98765-4321', '+21987654321', '+21987654321']
])('the phone %s is stored as %s and shown as %s', (typed, stored, shown) => {
  expect(storePhone(typed)).toBe(stored)
  expect(storePhone(stored)).toBe(stored)
  expect(phoneText(stored)).toBe(shown)
})

test.each([
  ['4791234567', '+4791234567'],
  ['6591234567', '+6591234567'],
  ['34912345678', '+34912345678'],
  ['5215512345678', '+525512345678'],
  ['5511987654321', '11987654321'],
  ['551187654321', '11987654321'],
  ['551133334444', '1133334444'],
  ['5555999999999', '55999999999'],
  ['5599999', '+5599999'],
  ['21987654321', '+21987654321']
])('WhatsApp’s number %s has its country: %s', (number, stored) => {
  expect(storeDialled(number)).toBe(stored)
})

test('a number without its + is another country’s where there is such a number', () => {
  expect(findForeign('4722123456')).toBe('+4722123456')
  expect(findForeign('5511987654321')).toBeNull()
  expect(findForeign('11222333000181')).toBeNull()
})

test('links go to the country of the number, and nowhere without one', () => {
  expect(whatsappLink('+4722123456')).toBe('https://wa.me/4722123456')
  expect(whatsappLink('4722123456')).toBe('https://wa.me/554722123456')
  expect(whatsappLink('+55999999999')).toBeNull()
  expect(callLink('+4722123456')).toBe('tel:+4722123456')
  expect(callLink('+5540041234')).toBe('tel:+5540041234')
  expect(callLink('08001234567')).toBe('tel:08001234567')
})

const writing = { decimal: ',', dateStyle: 'dmy' } as const
const lookups = {} as Lookups

test.each([
  ['+47 22 12 34 56', '+4722123456'],
  ['Cel: (+47) 22 12 34 56 (whats)', '+4722123456'],
  ['00351 912 345 678', '+351912345678'],
  ['+354 611 1234', '+3546111234'],
  ['4722123456', '4722123456'],
  ['+55 (11) 98765-4321', '5511987654321']
])('the cell %s is the phone %s', (cell, phone) => {
  expect(readValue('phone', cell, writing, lookups)).toBe(phone)
})

test.each([
  ['+47 1234', 'Telefone incompleto.'],
  ['+55 98765-4321', 'Falta o DDD.'],
  ['+47 22123456 22123457', 'Telefone com dígitos demais.'],
  ['+55 (10) 98765-4321', 'Este telefone não existe no Brasil. Confira o DDD; se for de fora, comece com +.']
])('the cell %s is no phone', (cell, reason) => {
  expect(() => readValue('phone', cell, writing, lookups)).toThrow(reason)
})

test('a score knows the area codes of Brazil only', () => {
  const lead = {
    source: 'form',
    campaign: null,
    message: null,
    preferredDate: null,
    preferredPeriod: null,
    consentGiven: false,
    email: null,
    marks: [],
    submissions: 1,
    receivedAt: '2026-01-01T00:00:00Z',
    lastContactAt: null
  }
  expect(featuresOf({ ...lead, phone: '11987654321' })).toMatchObject({ area: '11' })
  expect(featuresOf({ ...lead, phone: '+4722123456' })).toMatchObject({ area: 'none' })
})
