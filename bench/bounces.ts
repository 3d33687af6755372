import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { readFailure } from '../services/marketing/campaigns/reports.ts'
import { parseMail } from '../services/platform/inboundMail/parse.ts'
import type { Bench } from './environment.ts'
import type { Row } from './report.ts'

/**
 * How many bounces and complaints of a public corpus are judged as its own tests expect. It is fetched by hand, and no
 * part of the project: `BOUNCES_MAILS` is a clone of github.com/sisimai/set-of-emails, and `BOUNCES_EXPECTED` one of
 * github.com/sisimai/rb-sisimai. Without them nothing is measured.
 */
export async function benchBounces(_bench: Bench): Promise<Row[]> {
  const { BOUNCES_MAILS: mails, BOUNCES_EXPECTED: expected } = process.env
  if (!mails || !expected) return []
  const judged = await judgeCorpus(mails, expected)
  const good = judged.filter(({ asExpected }) => asExpected).length
  const lost = judged.filter(({ lost }) => lost).length
  const complaints = judged.filter(({ complaint }) => complaint)
  const seen = complaints.filter(({ asExpected }) => asExpected).length
  const ratio = good / judged.length
  return [
    {
      what: `${judged.length} bounces and complaints of the corpus of sisimai`,
      measured: `${(ratio * 100).toFixed(1)} % judged as expected, ${lost} customers lost by refusals of the sender, ${seen} of ${complaints.length} complaints seen`,
      limit: 'the expectations of its tests',
      ratio,
      goal: 'at least 0.85, none lost, all complaints',
      met: ratio >= 0.85 && lost === 0 && seen === complaints.length
    }
  ]
}

/** Our judgements that agree with each reason of sisimai; 'none' where nothing came back for good. */
const agreeing: Record<string, readonly string[]> = {
  userunknown: ['mailbox'],
  hostunknown: ['mailbox'],
  hasmoved: ['mailbox'],
  mailboxfull: ['full'],
  suspend: ['inactive'],
  // The recipient's own rules, or its program's, refused the mail.
  filtered: ['refused', 'policy', 'inactive'],
  authfailure: ['policy'],
  badreputation: ['policy'],
  blocked: ['policy'],
  contenterror: ['policy', 'refused'],
  norelaying: ['policy'],
  notcompliantrfc: ['policy'],
  policyviolation: ['policy'],
  rejected: ['policy'],
  requireptr: ['policy'],
  securityerror: ['policy'],
  spamdetected: ['policy'],
  speeding: ['policy'],
  toomanyconn: ['policy'],
  virusdetected: ['policy'],
  // Only some of its domains take no mail at all (RFC 7505): those it calls hard.
  notaccept: ['refused', 'policy', 'too_late'],
  exceedlimit: ['refused'],
  mesgtoobig: ['refused'],
  mailererror: ['refused', 'too_late'],
  syntaxerror: ['refused', 'policy'],
  expired: ['too_late', 'none'],
  networkerror: ['too_late', 'refused', 'none'],
  systemerror: ['refused', 'too_late', 'none'],
  systemfull: ['refused', 'too_late', 'none'],
  onhold: ['refused', 'policy', 'too_late', 'none'],
  undefined: ['refused', 'policy', 'too_late', 'none'],
  vacation: ['none'],
  delivered: ['none']
}

/** Expectations of complaints that are no reports: what Apple unsubscribes by, and what Amazon posts as JSON. */
const others = ['arf-26.eml', 'lhost-amazonses-11.eml']

/** Reasons that are about the sender, for which no customer may be lost. */
const isOfSender = ({ reason }: Expected): boolean => agreeing[reason]?.[0] === 'policy'

type Expected = { reason: string; hard: boolean; feedback: string }
export type Judged = {
  name: string
  expected: readonly Expected[]
  got: string
  answer: string
  asExpected: boolean
  lost: boolean
  complaint: boolean
}

/** Judges each mail of the corpus that has an expectation. */
export async function judgeCorpus(mails: string, expected: string): Promise<Judged[]> {
  const judged: Judged[] = []
  const folder = path.join(mails, 'maildir', 'bsd')
  const present = new Set(readdirSync(folder))
  for (const [name, wanted] of readExpectations(path.join(expected, 'test', 'public'))) {
    if (present.has(name) && !others.includes(name))
      judged.push(await judge(name, readFileSync(path.join(folder, name)), wanted))
  }
  return judged
}

async function judge(name: string, raw: Buffer, expected: readonly Expected[]): Promise<Judged> {
  const mail = await parseMail(raw, { from: null, recipients: [] }, { mark: 'bench', host: 'bench.example' })
  const failure = readFailure(mail)
  const got = failure?.reason ?? 'none'
  const agrees = ({ reason, hard, feedback }: Expected): boolean => {
    if (reason === 'feedback') return got === (isPersons(feedback) ? 'complained' : 'none')
    return (hard ? ['mailbox'] : (agreeing[reason] ?? [])).includes(got)
  }
  return {
    name,
    expected,
    got,
    answer: failure?.answer ?? '',
    asExpected: expected.some(agrees),
    lost: failure?.dead === true && expected.every(isOfSender),
    complaint: expected.some(({ reason, feedback }) => reason === 'feedback' && isPersons(feedback))
  }
}

/** Others are programs' reports, as of a failed signature. */
const isPersons = (feedback: string): boolean => feedback === 'abuse' || feedback === 'opt-out'

/** The expectations in the files of tests: by file of the corpus, one for each recipient of its mail. */
function readExpectations(folder: string): Map<string, Expected[]> {
  const found = new Map<string, Expected[]>()
  for (const file of readdirSync(folder).filter(file => /^(lhost|rhost|arf|rfc)/.test(file))) {
    const text = readFileSync(path.join(folder, file), 'utf8')
    if (!text.includes('IsExpected')) continue
    const base = file.slice(0, -'.rb'.length)
    let name = ''
    for (const line of text.split('\n')) {
      const [, number] = /^\s*'(\d+)'\s*=>/.exec(line) ?? []
      if (number) name = `${base}-${number}.eml`
      const each = /\['[^']*',\s*'[^']*',\s*'([a-z]+)',\s*(true|false)(?:,\s*'([a-z-]*)\s*')?/g
      for (const [, reason = '', hard, feedback = ''] of name ? line.matchAll(each) : [])
        found.set(name, [...(found.get(name) ?? []), { reason, hard: hard === 'true', feedback }])
    }
  }
  return found
}
