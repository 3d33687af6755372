import { afterEach, expect, test } from 'vitest'
import {
  companyCreated,
  declareMoments,
  employeeLeaves,
  usageCounted
} from '../../../services/account/companies/moments.ts'
import type { Trx } from '../../../services/core/db.ts'
import type { Feature } from '../../../services/core/features.ts'
import { features } from '../../../services/features.ts'

afterEach(() => declareMoments(features))

const trx = {} as Trx

test('a start that did not hand over the features fails with what to call', async () => {
  declareMoments([])
  for (const moment of [
    () => companyCreated(trx, 'a'),
    () => employeeLeaves(trx, 'a', 'b', null),
    () => usageCounted(trx, 'a')
  ])
    await expect(moment()).rejects.toThrow(/call declareMoments/)
})

test('each moment has one feature that handles it', () => {
  const names = features.flatMap(({ moments = {} }) => Object.keys(moments))
  expect(names.sort()).toEqual(['companyCreated', 'employeeLeaves', 'usageCounted'])
  const second: Feature = { name: 'second', moments: { companyCreated: async () => async () => {} } }
  expect(() => declareMoments([...features, second])).toThrow('two features handle the moment companyCreated')
})
