import { expect, test } from 'vitest'
import { dayText } from '../../services/core/refusals/rules.ts'
import { isDay } from '../../services/core/rules.ts'
import { company, openApp, sendLead, type Tenant } from '../kit/app.ts'
import { publishFields } from '../kit/forms.ts'
import { staff } from '../kit/people.ts'

const app = await openApp()

type Place = { who: Tenant; lead: string; admin: { auth: { authorization: string } }; other: string }
type Call = { method?: 'GET' | 'POST' | 'PUT' | 'PATCH'; url: string; payload?: object; staff?: boolean }

async function place(): Promise<Place> {
  const who = await company(app)
  await publishFields(app, who, [{ name: 'nascimento', label: 'Nascimento', type: 'date' }])
  const lead = (await sendLead(app, who.id)).json().id
  return { who, lead, admin: await staff(app, 'global_admin'), other: (await company(app)).id }
}
const here = await place()

const filter = (conditions: object) => encodeURIComponent(JSON.stringify(conditions))
const [{ id: formId }] = (await app.inject({ url: '/api/forms', headers: here.who.auth })).json()
const { draft, revision } = (await app.inject({ url: `/api/forms/${formId}`, headers: here.who.auth })).json()

const ofLists = ['receivedFrom', 'receivedTo', 'preferredFrom', 'preferredTo'].flatMap(
  (field): [string, (day: string) => Call][] => [
    [`leads by ${field}`, day => ({ url: `/api/leads?filter=${filter({ [field]: day })}` })],
    [`the board by ${field}`, day => ({ url: `/api/leads/board?filter=${filter({ [field]: day })}` })],
    [`counts by ${field}`, day => ({ url: `/api/leads/facets?filter=${filter({ [field]: day })}` })],
    [
      `leads of the company by ${field}`,
      day => ({ url: `/api/leads/company/${here.who.id}?filter=${filter({ [field]: day })}` })
    ],
    [
      `an export by ${field}`,
      day => ({
        method: 'POST',
        url: '/api/exports',
        payload: { format: 'csv', columns: ['name'], filter: { [field]: day } }
      })
    ],
    [
      `an action on many by ${field}`,
      day => ({
        method: 'POST',
        url: '/api/leads/operations',
        payload: { kind: 'status', params: { status: 'contacted' }, filter: { [field]: day } }
      })
    ],
    [
      `a saved view by ${field}`,
      day => ({ method: 'POST', url: '/api/lead-views', payload: { name: 'x', view: { filter: { [field]: day } } } })
    ]
  ]
)

const doors: [string, (day: string) => Call, string?][] = [
  ...ofLists,
  [
    'a preferred day of a visitor',
    day => ({
      method: 'POST',
      url: '/api/leads/public',
      payload: { companyId: here.who.id, name: 'A', email: 'a@x.co', phone: '11987654321', preferredDate: day }
    })
  ],
  [
    'an own date of a visitor',
    day => ({
      method: 'POST',
      url: '/api/leads/public',
      payload: { companyId: here.who.id, name: 'A', email: 'a@x.co', phone: '11987654321', nascimento: day }
    })
  ],
  ['a preferred day', day => ({ method: 'PUT', url: `/api/leads/${here.lead}`, payload: { preferredDate: day } })],
  ['the figures from', day => ({ url: `/api/dashboard?from=${day}&to=2026-01-31` }), '2026-01-10'],
  ['the figures to', day => ({ url: `/api/dashboard?from=2026-01-01&to=${day}` }), '2026-01-10'],
  ['the funnel from', day => ({ url: `/api/forms/${formId}/funnel?from=${day}` })],
  ['the funnel to', day => ({ url: `/api/forms/${formId}/funnel?to=${day}` })],
  [
    'a day on which nobody works',
    day => ({
      method: 'PUT',
      url: `/api/forms/${formId}/draft`,
      payload: {
        revision,
        content: { ...draft, settings: { ...draft.settings, schedule: { ...draft.settings.schedule, days: [day] } } }
      }
    })
  ],
  ...['dueAt', 'remindAt'].map((field): [string, (day: string) => Call] => [
    `a task’s ${field}`,
    day => ({
      method: 'POST',
      url: '/api/tasks',
      payload: { leadId: here.lead, title: 'x', dueAt: '2026-12-01T12:00:00Z', [field]: `${day}T12:00:00Z` }
    })
  ]),
  [
    'tasks of many leads',
    day => ({
      method: 'POST',
      url: '/api/leads/operations',
      payload: { kind: 'task', params: { title: 'x', dueAt: `${day}T12:00:00Z` }, filter: {} }
    })
  ],
  [
    'the day of a request',
    day => ({
      method: 'POST',
      url: '/api/privacy/requests',
      payload: { kind: 'access', channel: 'email', name: 'A', email: 'a@x.co', phone: '', receivedOn: day, details: '' }
    }),
    '2026-01-10'
  ],
  ...['audit', 'sign-ins', 'errors', 'jobs', 'support'].flatMap((log): [string, (day: string) => Call][] => [
    [`the log ${log} from`, day => ({ url: `/api/admin/logs/${log}?from=${day}T00:00:00Z`, staff: true })],
    [`the log ${log} to`, day => ({ url: `/api/admin/logs/${log}?to=${day}T00:00:00Z`, staff: true })],
    [`the log ${log} after`, day => ({ url: `/api/admin/logs/${log}?after=${day}T00:00:00Z~1`, staff: true })]
  ]),
  ...['limitsUntil', 'trialEndsAt'].map((field): [string, (day: string) => Call] => [
    `a company’s ${field}`,
    day => ({
      method: 'PUT',
      url: `/api/admin/companies/${here.other}`,
      payload: { [field]: `${day}T00:00:00Z` },
      staff: true
    })
  ]),
  [
    'the history before',
    day => ({ url: `/api/leads/${here.lead}/timeline?before=${day}T00:00:00Z~note:${'f'.repeat(24)}` })
  ]
]

const ask = ({ method = 'GET', url, payload, staff: asStaff }: Call) =>
  app.inject({
    method,
    url,
    headers: asStaff ? here.admin.auth : here.who.auth,
    ...(payload && { payload })
  })

const soon = new Date(Date.now() + 60 * 86_400_000).toISOString().slice(0, 10)

test.each(doors)('%s takes no year that nobody means, and says so', async (_, call, usual = soon) => {
  for (const year of ['0000', '0001', '1899', '2201', '9999', '275760', '+275760', '-0001', '-271821']) {
    const answer = await ask(call(`${year}-01-01`.replace('+', '%2B')))
    expect([400, 422], `${year}: ${answer.body}`).toContain(answer.statusCode)
    expect(answer.json().message).toMatch(/[a-zà-ú]/)
  }
  for (const wrong of ['2026-02-30', '2026-13-01', 'ontem', '2026-1-1'])
    expect((await ask(call(wrong))).statusCode, wrong).toBe(400)
  // Nothing else was wrong with it.
  const fine = await ask(call(usual))
  if (fine.json()?.message !== 'Nenhum lead foi encontrado para esta ação.')
    expect(fine.statusCode, fine.body).toBeLessThan(300)
})

test('what is wrong with a day is said at its field', async () => {
  expect((await ask({ url: `/api/leads?filter=${filter({ receivedFrom: '0000-01-01' })}` })).json().errors).toEqual({
    receivedFrom: dayText
  })
  expect((await ask({ url: '/api/dashboard?from=0000-01-01&to=2026-01-01' })).json().message).toContain('1900 e 2200')
})

test('the clock of a visitor loses no lead, whatever it says', async () => {
  for (const submittedAt of ['0000-01-01T00:00:00Z', '+275760-09-13T00:00:00.000Z', '-000001-01-01T00:00:00Z', 'ontem'])
    expect((await sendLead(app, here.who.id, { submittedAt })).statusCode).toBe(201)
})

test.each([
  ['1900-01-01', true],
  ['2200-12-31', true],
  ['1899-12-31', false],
  ['2201-01-01', false],
  ['0000-01-01', false],
  ['9999-12-31', false],
  ['2024-02-29', true],
  ['2023-02-29', false]
])('%s is a day: %s', (day, is) => {
  expect(isDay(day)).toBe(is)
})
