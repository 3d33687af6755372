import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { fieldOfHeading, fieldOfWords } from '../../../services/leads/imports/headings.ts'
import { company, openApp, testConfig } from '../../kit/app.ts'
import { newDatabase } from '../../kit/database.ts'
import { publishFields } from '../../kit/forms.ts'
import { importFile, upload } from '../../kit/imports.ts'
import { openWorker } from '../../kit/workers.ts'

const env = { DATABASE_URL: await newDatabase() }
const app = await openApp(env)
await openWorker(testConfig(env))

test.each([
  ['Número de celular', 'phone'],
  ['Telefone comercial', 'phone'],
  ['Qual seu WhatsApp (com DDD)?', 'phone'],
  ['Telefone 2', 'otherPhone'],
  ['Segundo telefone', 'otherPhone'],
  ['Business Phone', 'phone'],
  ['Deixe aqui o seu melhor e-mail', 'email'],
  ['E-mail 2 - Value', 'otherEmail'],
  ['Qual o seu nome completo?', 'name'],
  ['Segundo nome', 'middleName'],
  ['Vlr. Orçamento (R$)', 'value'],
  ['Valor do negócio', 'value'],
  ['Dt. Contato', 'submittedAt'],
  ['Data e hora do cadastro', 'submittedAt'],
  ['Vendedor(a)', 'owner'],
  ['E-mail do vendedor', 'owner'],
  ['Dono do Lead', 'owner'],
  ['Proprietário do contato', 'owner'],
  ['Status do lead', 'status'],
  ['Estágio no funil', 'status'],
  ['Etapa do funil de vendas', 'status'],
  ['Como nos conheceu?', 'source'],
  ['Fonte original', 'source'],
  ['Melhor horário para contato', 'preferredTime'],
  ['Deixe sua mensagem', 'message'],
  ['Qual o nome da sua empresa?', 'company'],
  ['Telefone do vendedor', undefined],
  ['Telefone do responsável', undefined],
  ['Nome da mãe', undefined],
  ['Phone 1 - Type', undefined],
  ['Status do e-mail', undefined],
  ['Data de nascimento', undefined],
  ['Data do último contato', undefined],
  ['Número de funcionários', undefined],
  ['Valor da parcela', undefined],
  ['Aceita receber e-mails?', undefined],
  ['Nome do negócio', undefined],
  ['', undefined],
  ['telefone '.repeat(2000), undefined]
])('a column %j is %s by its words', (heading, field) => {
  expect(fieldOfHeading(heading) ?? fieldOfWords(heading)).toBe(field)
})

const suggested = async (headings: string, values: string, own: string[] = []) => {
  const ours = await company(app)
  if (own.length > 0)
    await publishFields(
      app,
      ours,
      own.map(label => ({ name: 'campo', label, type: 'text' }))
    )
  const sent = await upload(app, ours, `${headings}\r\n${values}`)
  return sent.json().reading.columns.map(({ suggestion }: { suggestion: string | null }) => suggestion)
}

test('of several telephones the one that can be written to is the first, and the others are its reserve', async () => {
  expect(
    await suggested('Nome;Telefone comercial;Celular;Telefone 2;E-mail', 'A;1133334444;11987654321;1;a@x.com')
  ).toEqual(['name', 'otherPhone', 'phone', 'otherPhone', 'email'])
  expect(await suggested('Nome;Telefone 2', 'A;1133334444')).toEqual(['name', 'phone'])
})

test('a field of the company comes before what the words mean', async () => {
  expect(await suggested('Nome;E-mail;Valor do contrato', 'A;a@x.com;1', ['Valor do contrato'])).toEqual([
    'name',
    'email',
    'custom:campo'
  ])
})

test('a second telephone or e-mail stands in where the first is missing, and is kept where it is not', async () => {
  const ours = await company(app)
  await importFile(
    app,
    ours,
    [
      'Nome;Segundo nome;Sobrenome;Celular;Telefone comercial;E-mail;E-mail 2',
      'Ana;Maria;Lima;11987654321;1133334444;;ana@example.com',
      'Bia;;Reis;;(11) 3333-4445;bia@example.com;bia@empresa.com',
      'Caio;;;11987654322;recado com a tia;caio@example.com;CAIO@example.com',
      'Davi;;;11987654323;+55 11 98765-4323;;'
    ].join('\r\n')
  )
  const { rows } = await app.db.company(ours.id, trx =>
    sql<object>`select name, phone, email, message, phones #> '{1}' ->> 'value' as other, phones #> '{1}' ->> 'label' as label, emails #> '{1}' ->> 'value' as mail from leads order by name`.execute(
      trx
    )
  )
  expect(rows).toEqual([
    {
      name: 'Ana Maria Lima',
      phone: '11987654321',
      email: 'ana@example.com',
      message: null,
      other: '1133334444',
      label: 'trabalho',
      mail: null
    },
    {
      name: 'Bia Reis',
      phone: '1133334445',
      email: 'bia@example.com',
      message: null,
      other: null,
      label: null,
      mail: 'bia@empresa.com'
    },
    {
      name: 'Caio',
      phone: '11987654322',
      email: 'caio@example.com',
      message: 'Outro telefone: recado com a tia',
      other: null,
      label: null,
      mail: null
    },
    { name: 'Davi', phone: '11987654323', email: null, message: null, other: null, label: null, mail: null }
  ])
})
