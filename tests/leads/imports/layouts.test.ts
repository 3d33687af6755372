import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'
import { phoneText } from '../../../services/core/telephone/rules.ts'
import { howToRead, inspectFirst, rowsOf } from '../../../services/leads/imports/inspect.ts'
import { mendingOf } from '../../../services/leads/imports/mend.ts'
import type { ImportSettings, Reading } from '../../../services/leads/imports/schema.ts'
import { tableOf, type Understood, understandRow } from '../../../services/leads/imports/understand.ts'
import { company, openApp, testConfig } from '../../kit/app.ts'
import { newDatabase } from '../../kit/database.ts'
import { check, importFile } from '../../kit/imports.ts'
import { openWorker } from '../../kit/workers.ts'

const env = { DATABASE_URL: await newDatabase() }
const app = await openApp(env)
await openWorker(testConfig(env))
const folder = path.join(import.meta.dirname, 'layouts')
const read = (layout: string) => readFileSync(path.join(folder, `${layout}.csv`))

type Lead = Record<string, unknown>
const ana: Lead = {
  name: 'Ana Lima',
  company: 'Padaria Lima',
  email: 'ana@padarialima.example',
  phone: '11987654321',
  at: '2024-03-05 14:22:11'
}
const beto: Lead = { name: 'Beto Reis', company: null, email: null, phone: '2123456789', at: '2024-03-06 09:00:00' }
const john: Lead = { name: 'John Miller', company: null, email: null, phone: '+14155552671', at: beto.at }
const coded = (lead: Lead): Lead => ({ ...lead, phone: `55${lead.phone}` })

const landline = '1133334444'
const fax = '1133334445'
const home = 'ana.lima@example.com'
const quote = 'Quer um orçamento'
const won = { status: 'converted', value: '150000', sold: '2024-04-10' }

/** The fields of each program's columns, the others being left out and named so, and the leads that its file makes. */
const layouts: Record<string, [fields: Record<string, string>, leads: Lead[]]> = {
  'pipedrive-people-pt': [
    {
      'Pessoa - Nome': 'name',
      'Pessoa - Etiqueta': 'tags',
      'Pessoa - Organização': 'company',
      'Pessoa - E-mail - Trabalho': 'email',
      'Pessoa - E-mail - Residencial': 'otherEmail',
      'Pessoa - Telefone - Trabalho': 'otherPhone',
      'Pessoa - Telefone - Residencial': 'otherPhone',
      'Pessoa - Telefone - Celular': 'phone',
      'Pessoa - Pessoa criada em': 'submittedAt'
    },
    [{ ...ana, others: [home, landline] }, beto]
  ],
  'pipedrive-people-en': [
    {
      'Person - Name': 'name',
      'Person - Label': 'tags',
      'Person - Organization': 'company',
      'Person - Email - Work': 'email',
      'Person - Email - Home': 'otherEmail',
      'Person - Phone - Work': 'otherPhone',
      'Person - Phone - Home': 'otherPhone',
      'Person - Phone - Mobile': 'phone',
      'Person - Person created': 'submittedAt'
    },
    [{ ...ana, others: [home, landline] }, beto]
  ],
  'pipedrive-deals-pt': [
    {
      'Negócio - Valor': 'value',
      'Negócio - Organização': 'company',
      'Negócio - Pessoa de contato': 'name',
      'Negócio - Funil': 'funnel',
      'Negócio - Etapa': 'status',
      'Negócio - Status': 'outcome',
      'Negócio - Negócio criado em': 'submittedAt',
      'Negócio - Data de fechamento esperada': 'expectedOn',
      'Negócio - Ganho em': 'soldOn',
      'Negócio - Motivo da perda': 'lostReason',
      'Negócio - Etiqueta': 'tags',
      'Pessoa - E-mail - Trabalho': 'email',
      'Pessoa - Telefone - Trabalho': 'otherPhone',
      'Pessoa - Telefone - Celular': 'phone'
    },
    [
      { ...ana, ...won, others: [landline] },
      { ...beto, status: 'lost', reason: 'Achou caro', value: '80050' },
      { name: 'Caio Melo', email: 'caio@example.com', status: 'contacted', expected: '2031-06-30' }
    ]
  ],
  'pipedrive-deals-en': [
    {
      'Deal - Value': 'value',
      'Deal - Organization': 'company',
      'Deal - Contact person': 'name',
      'Deal - Stage': 'status',
      'Deal - Status': 'outcome',
      'Deal - Deal created': 'submittedAt',
      'Deal - Expected close date': 'expectedOn',
      'Deal - Won time': 'soldOn',
      'Deal - Lost reason': 'lostReason',
      'Deal - Label': 'tags',
      'Person - Email - Work': 'email',
      'Person - Phone - Work': 'otherPhone',
      'Person - Phone - Mobile': 'phone'
    },
    [
      { ...ana, ...won, others: [landline] },
      { ...beto, status: 'lost', reason: 'Too expensive', value: '80050' },
      { name: 'Caio Melo', email: 'caio@example.com', status: 'contacted', expected: '2031-06-30' }
    ]
  ],
  kommo: [
    {
      'Contato principal': 'name',
      'Empresa do contato': 'company',
      'Etapa do lead': 'status',
      Venda: 'value',
      'Data Criada': 'submittedAt',
      'Data Fechada': 'soldOn',
      'Lead tags': 'tags',
      'Email comercial (contato)': 'email',
      'Telefone comercial (contato)': 'otherPhone',
      'Celular (contato)': 'phone'
    },
    [
      { ...coded(ana), ...won, others: [landline] },
      { ...beto, status: 'lost' }
    ]
  ],
  'hubspot-pt': [
    {
      Nome: 'name',
      Sobrenome: 'lastName',
      'E-mail': 'email',
      'Número de telefone': 'otherPhone',
      'Número de celular': 'phone',
      'Status do lead': 'status',
      'Data de criação': 'submittedAt',
      'Empresa associada': 'company',
      'Fonte original': 'source',
      'Cancelou a inscrição de todos os e-mails': 'optOut'
    },
    [
      { ...ana, at: '2024-03-05 14:22:00', source: 'Busca orgânica', others: [landline] },
      { ...john, refused: true }
    ]
  ],
  'hubspot-en': [
    {
      'First Name': 'name',
      'Last Name': 'lastName',
      Email: 'email',
      'Phone Number': 'otherPhone',
      'Mobile Phone Number': 'phone',
      'Lead Status': 'status',
      'Create Date': 'submittedAt',
      'Associated Company': 'company',
      'Original Source': 'source',
      'Unsubscribed from all email': 'optOut'
    },
    [
      { ...ana, at: '2024-03-05 14:22:00', source: 'Organic Search', others: [landline] },
      { ...john, refused: true }
    ]
  ],
  'rd-station': [
    {
      Cargo: 'companyRole',
      Email: 'email',
      Nome: 'name',
      Telefone: 'otherPhone',
      Celular: 'phone',
      Empresa: 'company',
      Tags: 'tags',
      'Data da primeira conversão': 'submittedAt',
      'Origem da primeira conversão': 'source'
    },
    [
      { ...ana, source: 'Busca Orgânica', others: [landline] },
      { ...beto, email: 'beto@example.com', phone: null, source: 'Facebook Ads' }
    ]
  ],
  agendor: [
    {
      Cargo: 'companyRole',
      Nome: 'name',
      Empresa: 'company',
      'Origem do cliente': 'source',
      Descrição: 'message',
      Telefone: 'otherPhone',
      Celular: 'phone',
      Fax: 'otherPhone',
      'E-mail': 'email',
      'Data de cadastro': 'submittedAt'
    },
    [{ ...ana, at: '2024-03-05 14:22:00', source: 'Indicação', message: quote, others: [landline, fax] }, beto]
  ],
  salesforce: [
    {
      Title: 'companyRole',
      'First Name': 'name',
      'Last Name': 'lastName',
      'Company / Account': 'company',
      'Lead Source': 'source',
      'Lead Status': 'status',
      Email: 'email',
      Phone: 'otherPhone',
      Mobile: 'phone',
      Fax: 'otherPhone',
      'Created Date': 'submittedAt',
      'Email Opt Out': 'optOut',
      'Do Not Call': 'optOut',
      Description: 'message'
    },
    [
      { ...ana, at: '2024-03-05 00:00:00', message: 'Wants a quote', others: [landline, fax] },
      { ...john, at: '2024-03-06 00:00:00', refused: true }
    ]
  ],
  zoho: [
    {
      Company: 'company',
      'First Name': 'name',
      'Last Name': 'lastName',
      Email: 'email',
      Phone: 'otherPhone',
      Fax: 'otherPhone',
      Mobile: 'phone',
      'Lead Source': 'source',
      'Lead Status': 'status',
      'Email Opt Out': 'optOut',
      'Secondary Email': 'otherEmail',
      'Created Time': 'submittedAt',
      Description: 'message',
      Tag: 'tags'
    },
    [
      { ...ana, status: 'contacted', message: quote, others: [home, landline, fax] },
      { ...john, refused: true }
    ]
  ],
  suitecrm: [
    {
      'First Name': 'name',
      'Last Name': 'lastName',
      'Account Name': 'company',
      'Email Address': 'email',
      Mobile: 'phone',
      'Office Phone': 'otherPhone',
      'Home Phone': 'otherPhone',
      Fax: 'otherPhone',
      Status: 'status',
      'Lead Source': 'source',
      Description: 'message',
      'Do Not Call': 'optOut',
      'Date Created': 'submittedAt',
      'Opportunity Amount': 'value'
    },
    [
      { ...ana, at: '2024-03-05 14:22:00', value: '150000', message: quote, others: [landline, fax] },
      { ...beto, refused: false }
    ]
  ],
  espocrm: [
    {
      name: 'name',
      lastName: 'lastName',
      status: 'status',
      source: 'source',
      opportunityAmount: 'value',
      emailAddress: 'email',
      phoneNumber: 'phone',
      doNotCall: 'optOut',
      description: 'message',
      createdAt: 'submittedAt',
      accountName: 'company',
      emailAddressIsOptedOut: 'optOut'
    },
    [{ ...coded(ana), value: '150000', message: quote }, coded(beto)]
  ],
  twenty: [
    {
      'Name / First Name': 'name',
      'Name / Last Name': 'lastName',
      'Emails / Primary Email': 'email',
      'Emails / Additional Emails': 'otherEmail',
      'Phones / Primary Phone Number': 'phone',
      'Phones / Additional Phones': 'otherPhone',
      'Company / Name': 'company',
      'Creation date': 'submittedAt'
    },
    [{ ...ana, others: [home, '551133334444'] }, john]
  ],
  'google-contacts-old': [
    {
      Name: 'name',
      'Family Name': 'lastName',
      Notes: 'message',
      'Group Membership': 'tags',
      'E-mail 1 - Value': 'email',
      'E-mail 2 - Value': 'otherEmail',
      'Phone 1 - Value': 'phone',
      'Phone 2 - Value': 'otherPhone',
      'Organization 1 - Name': 'company'
    },
    [
      { ...ana, at: null, message: quote, others: [home, fax] },
      { ...john, at: null }
    ]
  ],
  'google-contacts-new': [
    {
      'First Name': 'name',
      'Last Name': 'lastName',
      'Organization Name': 'company',
      Notes: 'message',
      Labels: 'tags',
      'E-mail 1 - Value': 'email',
      'E-mail 2 - Value': 'otherEmail',
      'Phone 1 - Value': 'phone',
      'Phone 2 - Value': 'otherPhone'
    },
    [
      { ...ana, at: null, message: quote, others: [home, fax] },
      { ...john, at: null }
    ]
  ],
  outlook: [
    {
      'Job Title': 'companyRole',
      'First Name': 'name',
      'Last Name': 'lastName',
      'E-mail Address': 'email',
      'E-mail 2 Address': 'otherEmail',
      'Home Phone': 'otherPhone',
      'Business Phone': 'otherPhone',
      'Mobile Phone': 'phone',
      'Business Fax': 'otherPhone',
      Company: 'company',
      Notes: 'message'
    },
    [
      { ...ana, at: null, message: quote, others: [home, landline, fax] },
      { ...john, at: null }
    ]
  ],
  'google-ads': [
    {
      Campaign: 'source',
      'Submission time': 'submittedAt',
      'Full name': 'name',
      Email: 'email',
      'Phone number': 'phone',
      'Company name': 'company'
    },
    [
      { ...coded(ana), source: 'Padarias SP' },
      { ...john, source: 'Padarias SP' }
    ]
  ],
  'meta-lead-ads': [
    {
      created_time: 'submittedAt',
      campaign_name: 'source',
      full_name: 'name',
      email: 'email',
      phone_number: 'phone',
      lead_status: 'status'
    },
    [
      { ...coded(ana), company: null, source: 'Padarias', notes: 0 },
      { ...coded(beto), source: 'Padarias' }
    ]
  ],
  typeform: [
    {
      'Qual é o seu nome?': 'name',
      'Qual é o seu e-mail?': 'email',
      'Qual é o seu telefone?': 'phone',
      'Como podemos ajudar?': 'message',
      'Submit Date (UTC)': 'submittedAt'
    },
    [{ ...coded(ana), company: null, message: 'Quero um orçamento' }, coded(beto)]
  ],
  mautic: [
    {
      position: 'companyRole',
      firstname: 'name',
      lastname: 'lastName',
      company: 'company',
      email: 'email',
      phone: 'otherPhone',
      mobile: 'phone',
      fax: 'otherPhone',
      date_added: 'submittedAt',
      tags: 'tags'
    },
    [{ ...ana, others: [landline, fax] }, john]
  ],
  activecampaign: [
    {
      Email: 'email',
      'First Name': 'name',
      'Last Name': 'lastName',
      Phone: 'phone',
      Account: 'company',
      Tags: 'tags',
      'Date Created': 'submittedAt'
    },
    [ana, { ...beto, email: 'beto@example.com', phone: null }]
  ],
  'whatsapp-extractor': [
    {
      'Phone Number': 'phone',
      'Formatted Phone': 'otherPhone',
      'Saved Name': 'name',
      'Public Display Name': 'otherName',
      Labels: 'tags'
    },
    [
      { ...ana, company: null, email: null, at: null, message: 'Outro nome: Aninha' },
      { ...john, at: null }
    ]
  ],
  samsung: [
    {
      Nome: 'name',
      Sobrenome: 'lastName',
      Celular: 'phone',
      'Telefone residencial': 'otherPhone',
      'Telefone comercial': 'otherPhone',
      'Fax comercial': 'otherPhone',
      'E-mail': 'email',
      'E-mail comercial': 'otherEmail',
      Empresa: 'company',
      Notas: 'message'
    },
    [
      {
        ...coded(ana),
        email: 'ana.lima@example.com',
        at: null,
        message: quote,
        others: ['ana@padarialima.example', landline, fax]
      },
      { ...beto, at: null }
    ]
  ]
}

const everything: ImportSettings = {
  ...{ policy: 'fill', dateStyle: 'dmy', source: 'importação', ownerId: null, tags: [], newTags: true, mapping: [] },
  ...{ origin: 'customers', originNote: '', consentEvidence: '', notify: false }
}

/** The columns and rows of a file with nothing changed, as they would be stored. */
async function readFile(file: Buffer): Promise<{ reading: Reading; rows: Understood[] }> {
  const source = { size: file.length, read: async (at: number, length: number) => file.subarray(at, at + length) }
  const reading = await inspectFirst(source, await howToRead(source, 'leads.csv', 'utf-8'), [])
  const mapping = reading.columns.map(({ suggestion }) => suggestion)
  const settings = { ...everything, mapping, dateStyle: reading.dateStyle }
  const lookups = {
    owners: new Map(),
    tags: new Set<string>(),
    custom: new Map(),
    steps: [],
    funnels: new Set<string>()
  }
  const table = tableOf(reading.columns)
  const rows: Understood[] = []
  for await (const { n, cells } of rowsOf(source, reading))
    if (n > reading.headerRow) rows.push(understandRow(n, cells, settings, table, lookups, mendingOf(settings)))
  return { reading, rows }
}

/** A moment of a file on the clock of São Paulo, which is that of the company. */
function localTime(text: string): string {
  const [, written = text, offset] = /^(.*?)([+-]\d\d:\d\d)$/.exec(text) ?? []
  if (!offset) return written
  const at = new Date(`${written.replace(' ', 'T')}${offset}`)
  return at.toLocaleString('sv-SE', { timeZone: 'America/Sao_Paulo' })
}

const leadOf = (row: Understood): Lead => ({
  ...{ name: row.name, company: row.company, email: row.email, phone: row.phone, status: row.status },
  ...{ reason: row.lost_reason, source: row.source, message: row.message, value: row.value_cents },
  ...{ sold: row.sold_on, expected: row.expected_on, notes: row.notes.length },
  ...{ others: [...(row.emails ?? []).slice(1), ...(row.phones ?? []).slice(1)].map(({ value }) => value) },
  ...{ refused: row.refused.includes('email'), at: row.submitted_at ? localTime(String(row.submitted_at)) : null }
})

/** Those of a list that have something in them. */
const filled = (lead: Lead): Lead => Object.fromEntries(Object.entries(lead).filter(([, value]) => value))

test('every file has its layout', () => {
  expect(readdirSync(folder).sort()).toEqual(
    Object.keys(layouts)
      .map(layout => `${layout}.csv`)
      .sort()
  )
})

const counted = Object.entries(layouts).map(([layout, [fields, leads]]) => ({
  ...{ layout, fields, leads, columns: Object.keys(fields).length, people: leads.length }
}))

test.each(counted)(
  'a file of $layout: $columns columns and $people people, with no hand',
  async ({ layout, fields, leads }) => {
    const { reading, rows } = await readFile(read(layout))
    const mapped = reading.columns.flatMap(({ heading, suggestion, examples }) =>
      suggestion && examples.length > 0 ? [[heading, suggestion] as const] : []
    )
    expect(Object.fromEntries(mapped)).toEqual(fields)
    expect(rows.flatMap(({ errors, mended }) => [...errors, ...mended])).toEqual([])
    expect(rows.map(leadOf)).toMatchObject(leads.map(filled))
    // A lead that has no such value has none of another's.
    expect(rows.map(({ phone, email }) => [phone, email].filter(Boolean))).toEqual(
      leads.map(({ phone, email }) => [phone, email].filter(Boolean))
    )
  }
)

test.each(['pipedrive-deals-pt', 'whatsapp-extractor'])(
  'a file of %s changes nothing when it comes again',
  async layout => {
    const ours = await company(app)
    const { run } = await importFile(app, ours, read(layout))
    const again = await check(app, ours, read(layout))
    expect(again.check?.counts).toMatchObject({ created: 0, updated: 0, same: run?.counts?.created })
  }
)

const lines = (...all: string[]) => Buffer.from(all.join('\r\n'))
const suggested = async (...all: string[]) =>
  (await readFile(lines(...all))).reading.columns.map(({ suggestion }) => suggestion)

test('the name of a deal is no name of a person, and a state that is won or lost is that of the deal', async () => {
  const file = [
    'Nome;Contatos;Empresa;Etapa;Estado;Funil de vendas;Valor Único;Motivo de Perda;Data de criação;Email;Telefone',
    'Orçamento 12;Ana Lima;Padaria Lima;Proposta;Vendida;Padrão;1500;;05/03/2024;ana@example.com;11987654321',
    'Orçamento 13;Beto Reis;;Perdida;Perdida;Padrão;900;Preço;06/03/2024;beto@example.com;'
  ]
  expect(await suggested(...file)).toEqual([
    ...[null, 'name', 'company', 'status', 'outcome', null, 'value', 'lostReason', 'submittedAt', 'email', 'phone']
  ])
  const { rows } = await readFile(lines(...file))
  expect(rows).toMatchObject([
    { name: 'Ana Lima', status: 'converted', notes: ['Do arquivo, coluna Etapa: "Proposta"'] },
    { name: 'Beto Reis', status: 'lost', lost_reason: 'Preço', notes: [] }
  ])
})

test('the arrival is the one that says so, and a sale is no end of a deal', async () => {
  expect(await suggested('Nome,Email,Data,created_time', 'A,a@example.com,05/03/2024,2024-03-06')).toEqual([
    ...['name', 'email', null, 'submittedAt']
  ])
  expect(await suggested('Nome;Email;Data de fechamento;Ganho em', 'A;a@example.com;05/03/2024;06/03/2024')).toEqual([
    ...['name', 'email', null, 'soldOn']
  ])
})

test('the number of a house is no telephone', async () => {
  expect(await suggested('Nome;E-mail;Rua;Número', 'A;a@example.com;Rua A;120', 'B;b@example.com;Rua B;s/n')).toEqual([
    ...['name', 'email', null, null]
  ])
  expect(await suggested('Nome;Número', 'A;11987654321')).toEqual(['name', 'phone'])
})

test('of the telephones of a row the one that takes messages is the first, and a fax the last', async () => {
  const { rows } = await readFile(
    lines(
      'Nome;Telefone 1 - Tipo;Telefone 1;Telefone 2 - Tipo;Telefone 2;Telefone 3',
      'Ana;Casa;1133334444;;11987654321;',
      'Bia;Fax;1133334444;;1122223333;',
      'Caio;Fax;1133334444;;;',
      'Davi;;;Fax;1133334444;1122223333'
    )
  )
  expect(
    rows.map(({ name, phone, phones }) => [name, phone, phones?.map(({ value, label }) => [value, label])])
  ).toEqual([
    ...[
      [
        'Ana',
        '11987654321',
        [
          ['11987654321', null],
          ['1133334444', 'casa']
        ]
      ]
    ],
    ...[
      [
        'Bia',
        '1122223333',
        [
          ['1122223333', null],
          ['1133334444', 'fax']
        ]
      ]
    ],
    ['Caio', '1133334444', undefined],
    [
      'Davi',
      '1122223333',
      [
        ['1122223333', null],
        ['1133334444', 'fax']
      ]
    ]
  ])
})

test.each([
  ['Brasil', '11987654321', '11987654321'],
  ['Estados Unidos', '(415) 555-2671', '+14155552671'],
  ['US', '14155552671', '+14155552671'],
  ['+351', '912 345 678', '+351912345678'],
  ['United States', '+55 11 98765-4321', '5511987654321'],
  ['Estados Unidos', '11987654321', '11987654321'],
  ['Terra do Nunca', '11987654321', '11987654321']
])('with the country %s the telephone %s is %s', async (country, phone, stored) => {
  const { reading, rows } = await readFile(lines('Nome;País;Telefone', `Ana;${country};${phone}`))
  expect(rows[0]?.phone).toBe(stored)
  expect(reading.columns[2]?.phones).toEqual([phoneText(stored)])
})

test('the times of a column are those of the zone that its heading names, and a day alone is one of the company', async () => {
  const moments = async (heading: string, text: string) =>
    (await readFile(lines(`Nome;E-mail;${heading}`, `Ana;a@example.com;${text}`))).rows[0]?.submitted_at
  expect(await moments('Submit Date (UTC)', '2024-03-05 17:22:11')).toBe('2024-03-05 17:22:11+00:00')
  expect(await moments('Criado em (GMT-03:00)', '2024-03-05 17:22:11')).toBe('2024-03-05 17:22:11-03:00')
  expect(await moments('Submit Date (UTC)', '2024-03-05')).toBe('2024-03-05 00:00:00')
  expect(await moments('Create Date', '2024-03-05 17:22:11')).toBe('2024-03-05 17:22:11')
})

test('the end of a deal that is open is when it is expected, and that of a won one has been', async () => {
  const { rows } = await readFile(
    lines(
      'Name,Email,Stage,Close Date',
      'Ana,a@example.com,Closed Won,2024-03-05',
      'Bia,b@example.com,New,2035-03-05',
      'Caio,c@example.com,Closed Won,2035-03-05'
    )
  )
  expect(rows.map(({ sold_on, expected_on, errors }) => [sold_on, expected_on, errors.length])).toEqual([
    ['2024-03-05', undefined, 0],
    [undefined, '2035-03-05', 0],
    [undefined, undefined, 1]
  ])
})
