import { expect, test } from 'vitest'
import { companyPermissions, rolePermissions } from '../../../services/account/auth/rules.ts'
import {
  permissionGroups,
  permissionLabels,
  permissionsOf,
  type Rights,
  refuseGrant,
  teamTexts
} from '../../../services/account/employees/rules.ts'
import { daysLeft, daysLeftText, lostWith } from '../../../web/src/account/companies/usage.ts'

const rights = (more: Partial<Rights> = {}): Rights => ({
  role: 'manager',
  permissions: rolePermissions.manager,
  leadAccess: 'all',
  team: null,
  ...more
})

const agent = rights({ role: 'agent', permissions: rolePermissions.agent })
const admin = rights({ role: 'admin', permissions: [] })
const billing = rights({ role: 'custom', permissions: ['manage_billing'] })

test.each([
  ['an admin makes an admin', admin, null, admin, null],
  ['an admin demotes an admin', admin, admin, agent, null],
  ['a manager invites an agent', rights(), null, agent, null],
  ['a manager makes an admin', rights(), agent, admin, teamTexts.adminOnly],
  ['a manager demotes an admin', rights(), admin, agent, teamTexts.adminOnly],
  ['a manager gives what they lack', rights(), agent, billing, teamTexts.notHeld],
  ['a manager leaves what another gave', rights(), billing, billing, null],
  ['a manager takes what another gave', rights(), billing, agent, null],
  ['a wider view', rights({ leadAccess: 'own' }), null, agent, teamTexts.notHeld],
  ['a view that was there before', rights({ leadAccess: 'own' }), agent, agent, null]
])('rights: %s', (_what, giver, before, after, refused) => {
  expect(refuseGrant(giver, before, after)).toBe(refused)
})

test('every permission has a name, and stands in one group', () => {
  expect(
    permissionGroups.flatMap(({ permissions }) => permissions).toSorted(),
    'permissionGroups in services/account/employees/rules.ts has each of them once'
  ).toEqual(companyPermissions.toSorted())
  expect(Object.keys(permissionLabels).toSorted()).toEqual(companyPermissions.toSorted())
})

test('only a custom role has the permissions that were chosen', () => {
  expect(permissionsOf('custom', ['manage_team', 'everything'])).toEqual(['manage_team'])
  expect(permissionsOf('viewer', ['manage_team'])).toEqual([])
  expect(permissionsOf('admin', ['manage_team'])).toEqual([])
})

test('a smaller plan says what it will not allow', () => {
  const used = { users: { used: 4 }, leads: { used: 120 } }
  expect(lostWith({ users: 2, leadsPerMonth: 100 }, used)).toHaveLength(2)
  expect(lostWith({ users: null, leadsPerMonth: null }, used)).toEqual([])
})

test.each([
  ['2026-01-15T00:00:00Z', 14, 'Faltam 14 dias'],
  ['2026-01-01T12:00:00Z', 1, 'Falta 1 dia'],
  ['2025-12-31T00:00:00Z', null, ''],
  [null, null, '']
])('a trial until %s has %s days left', (until, days, text) => {
  const left = daysLeft(until, Date.parse('2026-01-01T00:00:00Z'))
  expect(left).toBe(days)
  if (left !== null) expect(daysLeftText(left)).toBe(text)
})
