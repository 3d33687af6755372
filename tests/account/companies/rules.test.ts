import { expect, test } from 'vitest'
import {
  companyIdentifier,
  formatCnpj,
  maskAnyCnpj,
  maskCnpj,
  plausibleCnpj,
  validCnpj
} from '../../../services/account/companies/rules.ts'

test.each([
  ['00000000000191', true],
  ['11222333000181', true],
  ['11.222.333/0001-81', true],
  ['12ABC34501DE35', true],
  ['12.abc.345/01de-35', true],
  ['00000000E08G12', true],
  ['12345678000199', false],
  ['12345678000195', true],
  ['12ABC34501DE36', false],
  ['11111111111111', false],
  ['1122233300018', false],
  ['112223330001811', false],
  ['1122233300018A', false],
  ['', false]
])('the check digits of %s are right: %s', (cnpj, expected) => {
  expect(validCnpj(cnpj)).toBe(expected)
})

test.each([
  ['12345678000199', true],
  ['00000000000000', false],
  ['1234567800019', false]
])('the public form takes %s: %s', (cnpj, expected) => {
  expect(plausibleCnpj(cnpj)).toBe(expected)
})

test.each([
  ['', ''],
  ['1', '1'],
  ['112', '11.2'],
  ['11222333', '11.222.333'],
  ['112223330001', '11.222.333/0001'],
  ['1122233300018', '11.222.333/0001-8'],
  ['11222333000181', '11.222.333/0001-81'],
  ['11.222.333/0001-81', '11.222.333/0001-81'],
  ['1122233300018199', '11.222.333/0001-81'],
  ['a1b1', '11']
])('typing %s shows %s', (typed, shown) => {
  expect(maskCnpj(typed)).toBe(shown)
})

test.each([
  ['12abc3', '12.ABC.3'],
  ['12abc34501deX3Y5', '12.ABC.345/01DE-35'],
  ['11222333000181', '11.222.333/0001-81']
])('where letters are taken, typing %s shows %s', (typed, shown) => {
  expect(maskAnyCnpj(typed)).toBe(shown)
})

test('a stored CNPJ of either format is shown with its punctuation', () => {
  expect(formatCnpj('12ABC34501DE35')).toBe('12.ABC.345/01DE-35')
  expect(formatCnpj('incompleto')).toBe('incompleto')
})

test.each([
  ['11.222.333/0001-81', { kind: 'cnpj', value: '11222333000181' }],
  ['11222333000181', { kind: 'cnpj', value: '11222333000181' }],
  ['507f1f77bcf86cd799439011', { kind: 'id', value: '507f1f77bcf86cd799439011' }],
  ['507F1F77BCF86CD799439011', { kind: 'id', value: '507f1f77bcf86cd799439011' }],
  ['123', { kind: 'cnpj', value: '123' }],
  ['12ABC34501DE35', { kind: 'cnpj', value: '12ABC34501DE35' }],
  ['padaria', null],
  ['', null]
])('a company is asked for by %s', (text, expected) => {
  expect(companyIdentifier(text)).toEqual(expected)
})
