import { hashPassword, passwordMatches } from '../services/account/auth/passwords.ts'

// The limit that sign-ins are measured against: the same hashes in the same process, with nothing else to do.

const seconds = Number(process.env.SECONDS)
const stored = await hashPassword('the password of the measurement')
let done = 0
const until = performance.now() + seconds * 1000
await Promise.all(
  Array.from({ length: 16 }, async () => {
    while (performance.now() < until) {
      await passwordMatches('the password of the measurement', stored)
      done++
    }
  })
)
process.send?.({ perSecond: done / seconds })
