import { expect, test } from 'vitest'
import { company, openApp, sendLead } from '../support/app.ts'

const app = await openApp()

test('a lead sent by a visitor is seen by its company and by no other', async () => {
  const [ours, theirs] = await Promise.all([company(app), company(app)])
  const sent = await sendLead(app, ours.id)
  expect(sent.json()).toMatchObject({ success: true })
  expect(sent.statusCode).toBe(201)
  const url = `/api/leads/${sent.json().id}`
  expect((await app.inject({ url, headers: ours.auth })).json()).toMatchObject({
    name: 'Ada Souza',
    phone: '11987654321',
    status: 'new',
    source: 'form',
    consentGiven: true
  })
  const foreign = await app.inject({ url, headers: theirs.auth })
  expect(foreign.statusCode).toBe(404)
  expect((await app.inject({ url: '/api/leads', headers: theirs.auth })).json()).toEqual([])
})
