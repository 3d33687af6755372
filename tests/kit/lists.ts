/**
 * Files of `npm run test:long`: they play long processes, such as storms of kills or an upgrade. Before a release all
 * of them must be green; every other file belongs to `npm test`.
 */
export const longFiles: readonly string[] = [
  'tests/faults.test.ts',
  'tests/marketing/campaigns/workers.test.ts',
  'tests/messaging/conversations/chaos.test.ts',
  'tests/messaging/conversations/poison.test.ts',
  'tests/platform/inboundMail/postfix.test.ts',
  'tests/startingWithoutDatabase.test.ts',
  'tests/upgrade.test.ts'
]

/** Pictures are compared by name alone: they show what a day makes of the demonstration. */
export const pictures = 'tests/whole/looks.test.ts'

/** Files that drive pages in the browser, and so wait for the build. */
export const needsPages = (file: string): boolean => /^tests\/(whole|shell|ui|demo|[^/]+\/screens)\//.test(file)
