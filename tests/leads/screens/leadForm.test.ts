import { describe, expect, test } from 'vitest'
import { defaultFields } from '../../../services/leads/forms/drafts/rules.ts'
import type { FormField } from '../../../services/leads/forms/rules.ts'
import { HttpError } from '../../../web/src/core/http.ts'
import { attemptFor } from '../../../web/src/site/lead/draft.ts'
import { checkCnpj, checkField, leadFields, shownFields } from '../../../web/src/site/lead/fields.ts'
import { lookupProblem } from '../../../web/src/site/lead/lookupProblem.ts'
import { fieldProblems, loadProblem, sendProblem } from '../../../web/src/site/lead/problems.ts'
import { leadOf, missingIn } from '../../../web/src/site/lead/submission.ts'

const text = (name: string, more: Partial<FormField> = {}): FormField => ({
  id: name,
  name,
  label: name,
  type: 'text',
  required: false,
  ...more
})

const filled = (values: Record<string, string>, fields = leadFields(defaultFields)) =>
  leadOf({ companyId: 'c', source: 'form', fields, values, consentGiven: true, startedAt: 1000, now: 4200 })

describe('the fields of a form', () => {
  test('a phone is sent in digits, with 00 for the + of another country', () => {
    const sent = (phone: string) => filled({ name: 'A', email: 'a@b.co', phone }).phone
    expect(sent('(11) 98765-4321')).toBe('11987654321')
    expect(sent('+47 22 12 34 56')).toBe('004722123456')
  })

  test('name, e-mail and phone are required whatever is stored, and known by other names', () => {
    const fields = leadFields([text('nome'), text('e-mail'), text('Celular'), text('cidade')])
    expect(fields.map(({ role, required }) => [role, required])).toEqual([
      ['name', true],
      ['email', true],
      ['phone', true],
      [undefined, false]
    ])
  })

  test('a second field of the same meaning is a field of the company', () => {
    expect(leadFields([text('name'), text('fullname')]).map(field => field.role)).toEqual(['name', undefined])
  })

  test('a field cannot take the place of what the form itself sends', () => {
    expect(leadFields([text('companyId'), text('website'), text('cidade')]).map(field => field.name)).toEqual([
      'cidade'
    ])
  })

  test.each([
    [text('name', { required: true }), '  ', 'Este campo é obrigatório'],
    [text('cidade'), '', undefined],
    [text('x', { type: 'email' }), 'ana@', 'Email inválido'],
    [text('x', { type: 'email' }), ' ana@exemplo.com.br ', undefined]
  ])('%j holding "%s" says %s', (field, value, message) => {
    expect(checkField(field, value)).toBe(message)
  })

  test('a field that depends on one that is no longer shown goes with it', () => {
    const fields = leadFields([
      text('imovel'),
      text('banco', { showIf: { field: 'imovel', is: 'Compra' } }),
      text('agencia', { showIf: { field: 'banco', is: 'Azul' } })
    ])
    const names = (imovel: string) => shownFields(fields, { imovel, banco: 'Azul' }).map(({ name }) => name)
    expect(names('Compra')).toEqual(['imovel', 'banco', 'agencia'])
    expect(names('Venda')).toEqual(['imovel'])
  })

  test('a required phone needs a digit', () => {
    const [phone] = leadFields([text('telefone')])
    expect(phone && checkField(phone, 'depois')).toBe('Este campo é obrigatório')
  })

  test.each([
    ['', true, undefined],
    ['', false, 'CNPJ válido é obrigatório'],
    ['11.222.333/0001-81', true, undefined],
    ['12.345.678/0001-99', true, undefined],
    ['11.111.111/1111-11', true, 'CNPJ inválido. Digite um CNPJ válido com 14 dígitos.'],
    ['11.222', true, 'CNPJ inválido. Digite um CNPJ válido com 14 dígitos.']
  ])('the tax id "%s" of a company that is known: %s, says %s', (value, isRegistered, message) => {
    expect(checkCnpj(value, isRegistered)).toBe(message)
  })
})

describe('a submission', () => {
  test('carries digits only, own fields beside the known ones, and the time it took', () => {
    const fields = leadFields([text('nome'), text('email'), text('celular'), text('cidade'), text('bairro')])
    const values = {
      nome: ' Ana ',
      email: 'ana@exemplo.com.br',
      celular: '(11) 98765-4321',
      cidade: 'Recife',
      bairro: '',
      cnpj: '11.222.333/0001-81',
      preferredPeriod: 'morning',
      preferredDate: ''
    }
    expect(filled(values, fields)).toEqual({
      name: 'Ana',
      email: 'ana@exemplo.com.br',
      phone: '11987654321',
      cidade: 'Recife',
      companyId: 'c',
      cnpj: '11222333000181',
      source: 'form',
      status: 'new',
      consentGiven: true,
      preferredDate: null,
      preferredPeriod: 'morning',
      website: '',
      submittedAt: '1970-01-01T00:00:04.200Z',
      elapsed: 3200
    })
  })

  test('names what it cannot be sent without', () => {
    expect(missingIn(filled({}))).toEqual(['Nome é obrigatório.', 'Email é obrigatório.', 'Telefone é obrigatório.'])
    const complete = { ...filled({ name: 'A', email: 'a@b.co', phone: '1' }), companyId: '' }
    expect(missingIn(complete)).toEqual(['CNPJ válido é obrigatório'])
    expect(missingIn({ ...complete, cnpj: '11222333000181' })).toEqual(['ID da empresa é obrigatório.'])
  })

  test('is repeated with the same key and body until something is edited', () => {
    const first = attemptFor(filled({ name: 'Ana' }))
    const again = attemptFor({ ...filled({ name: 'Ana' }), elapsed: 9, submittedAt: 'later' }, first)
    expect(again).toEqual(first)
    expect(attemptFor(filled({ name: 'Bia' }), first).key).not.toBe(first.key)
  })
})

describe('the messages for a visitor', () => {
  test.each([
    [0, '', 'Erro de conexão com o servidor. Verifique sua internet ou se o servidor está ativo.'],
    [404, 'Empresa não encontrada', 'A empresa informada não foi encontrada no sistema. Verifique o ID da empresa.'],
    [400, 'Formato de ID ou CNPJ inválido', 'Formato de ID ou CNPJ inválido'],
    [503, 'x', 'Erro ao carregar formulário. Tente novamente mais tarde.']
  ])('a form that answers %i', (status, message, expected) => {
    expect(loadProblem({ status, message })).toBe(expected)
  })

  test('a lead that is refused', () => {
    const fields = leadFields([text('nome'), text('email')])
    const failed = new HttpError(400, 'x', { message: 'Dados inválidos', errors: { name: 'Curto', other: 'y' } })
    expect(fieldProblems(failed, fields)).toEqual({ nome: 'Curto' })
    expect(sendProblem(failed)).toBe('Dados inválidos')
    expect(sendProblem(new HttpError(0, 'rede'))).toContain('Verifique sua internet')
    expect(sendProblem(new HttpError(500, 'x'))).toBe('Ocorreu um erro ao enviar seus dados. Tente novamente.')
    expect(sendProblem(new HttpError(0, 'A conexão demorou', {}, true))).toBe('A conexão demorou')
  })

  test.each([
    ['Erro de conexão com o servidor.', { connection: 'Erro de conexão com o servidor.' }],
    [
      'Empresa não encontrada',
      {
        field:
          'Empresa não encontrada. Verifique se o CNPJ está correto ou solicite que a empresa se cadastre no sistema.'
      }
    ],
    ['Muitas buscas.', { field: 'Muitas buscas.' }],
    ['', { field: 'Erro ao verificar empresa. Tente novamente.' }]
  ])('a look-up that fails with "%s"', (message, expected) => {
    expect(lookupProblem(new Error(message))).toEqual(expected)
  })
})
