import { expect, test } from 'vitest'
import {
  appointmentLink,
  appointmentToken,
  readAppointmentToken
} from '../../../services/calendar/appointments/links.ts'

const [secret, next] = ['a'.repeat(32), 'b'.repeat(32)]
const place = { companyId: '0199c0ff', appointmentId: '0199beef' }
const token = appointmentToken(secret, place.companyId, place.appointmentId)

test('a link names its appointment, also while the secret is rotated', () => {
  expect(readAppointmentToken({ secret, previousSecret: undefined }, token)).toEqual(place)
  expect(readAppointmentToken({ secret: next, previousSecret: secret }, token)).toEqual(place)
  expect(readAppointmentToken({ secret: next, previousSecret: undefined }, token)).toBeNull()
  expect(appointmentLink({ publicUrl: 'https://prosa.example', secret }, place.companyId, place.appointmentId)).toBe(
    `https://prosa.example/agendamento/${token}`
  )
})

test.each([
  ['nothing', ''],
  ['no signature', 'a.b'],
  ['an empty signature', 'a.b.'],
  ['another company', token.replace(place.companyId, '0199c0fe')],
  ['another appointment', token.replace(place.appointmentId, '0199beee')],
  ['a part more', `${token}.x`],
  ['a shorter signature', token.slice(0, -1)],
  ['another signature', `${token.slice(0, -2)}é`],
  ['the parts the other way', `${place.appointmentId}.${place.companyId}.${token.split('.')[2]}`]
])('a link with %s is refused', (_, text) => {
  expect(readAppointmentToken({ secret, previousSecret: undefined }, text)).toBeNull()
})
