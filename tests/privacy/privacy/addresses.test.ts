import { expect, test } from 'vitest'
import { company, openApp, sendLead } from '../../kit/app.ts'
import { mailsTo } from '../../kit/mails.ts'
import { askErasure, dump, erase } from '../../kit/privacy.ts'

const app = await openApp()

const several = (mail: string) => ({
  name: 'Zuleica Quintanilha',
  phones: [{ value: '21988776655' }, { value: '2133221144', label: 'trabalho' }],
  emails: [{ value: 'zuleica@quintanilha.example' }, { value: mail }]
})

test('an erasure finds a person by a second number and leaves nothing of any, and each is refused afterwards', async () => {
  const ours = await company(app)
  const type = (payload: object) => app.inject({ method: 'POST', url: '/api/leads', headers: ours.auth, payload })
  expect((await type(several('zuleica2@quintanilha.example'))).statusCode).toBe(201)
  const request = await askErasure(app, ours, { name: 'Zuleica', phone: '2133221144' })
  expect(request.leads).toMatchObject([{ name: 'Zuleica Quintanilha', same: true }])
  const answer = await erase(app, ours, request)
  expect(answer.statusCode, answer.body).toBe(200)
  expect(await dump(ours.id)).not.toMatch(/quintanilha|33221144|88776655/i)
  for (const again of [{ email: 'zuleica2@quintanilha.example' }, { phone: '(21) 3322-1144' }]) {
    const refused = await type({ name: 'Zuleica', ...again })
    expect([refused.statusCode, refused.json().code]).toEqual([409, 'ERASED_PERSON'])
  }
})

test('a person opens their own data by any of their mailboxes; all numbers are seen by the one that proves the lead', async () => {
  const ours = await company(app)
  const [first, second] = [`primeiro-${Date.now()}@example.com`, `segundo-${Date.now()}@example.com`]
  const typed = { ...several(second), emails: [{ value: first }, { value: second }] }
  await app.inject({ method: 'POST', url: '/api/leads', headers: ours.auth, payload: typed })
  await sendLead(app, ours.id, { name: 'Outra', email: 'outra@example.com', phone: '11999990000' })
  const dataOf = async (mail: string) => {
    await app.inject({ method: 'POST', url: '/public/my-data/link', payload: { client: ours.id, contact: mail } })
    await expect.poll(async () => (await mailsTo(app, mail)).length).toBe(1)
    const token = /#([\w-]{43})/.exec((await mailsTo(app, mail))[0]?.text ?? '')?.[1]
    const url = (path: string) => `/public/my-data${path}?client=${ours.id}`
    const { session } = (await app.inject({ method: 'POST', url: url('/open'), payload: { token } })).json()
    return (await app.inject({ url: url(''), headers: { 'x-person-session': session } })).json().leads
  }
  expect(await dataOf(first)).toMatchObject([
    {
      partial: false,
      answers: [
        { label: 'Outro telefone (trabalho)', value: '(21) 3322-1144' },
        { label: 'Outro e-mail', value: second }
      ]
    }
  ])
  expect(await dataOf(second)).toMatchObject([{ partial: true, email: second, answers: [] }])
})
