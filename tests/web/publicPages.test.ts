import { expect, test } from 'vitest'
import { pathOfHash } from '../../web/src/core/address.ts'
import { pageName } from '../../web/src/public/page.ts'

test.each([
  ['/', 'start'],
  ['/login?x=1', 'login'],
  ['/signup/', 'signup'],
  ['/employee-login', 'employee'],
  ['/reset-password?token=x', 'reset'],
  ['/confirm-email', 'confirm'],
  ['/leads/new?client=a&source=b', 'lead'],
  ['/leads/new?source=b', 'lookup'],
  ['/leads/new?client=%20', 'lookup'],
  ['/leads/newer', 'missing'],
  ['/constructor', 'missing'],
  ['//leads/new', 'missing'],
  ['//', 'start']
])('%s is answered by the page "%s"', (path, name) => {
  expect(pageName({ path })).toBe(name)
})

test('a page that failed says so, and a form that could not be read stays a form', () => {
  const error = { status: 500, message: 'x' }
  expect(pageName({ path: '/login', error })).toBe('failed')
  expect(pageName({ path: '/leads/new?client=a', error })).toBe('lead')
})

test.each([
  ['#/leads?status=new', '/leads?status=new'],
  ['#//elsewhere.example', '/elsewhere.example'],
  ['#/\\elsewhere.example', '/elsewhere.example'],
  ['#planos', null],
  ['', null]
])('the old address %s means %s', (hash, path) => {
  expect(pathOfHash(hash)).toBe(path)
})
