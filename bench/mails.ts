import { createSecretKey, randomBytes } from 'node:crypto'
import { Liquid } from 'liquidjs'
import { clickTokens, pictureLink } from '../services/marketing/campaigns/clickTokens.ts'
import { readyTemplates } from '../services/marketing/mailTemplates/ready.ts'
import { compileTemplate, renderFor } from '../services/marketing/mailTemplates/render.ts'
import { webLinksOf } from '../services/marketing/mailTemplates/rules.ts'
import { hashOf } from '../services/marketing/suppressions/hashes.ts'
import { unsubscribeToken } from '../services/marketing/suppressions/tokens.ts'
import type { Row } from './report.ts'

const people = 10_000
const rounds = 5
const publicUrl = 'https://prosa.example'
const company = { name: 'Padaria & Filhos', cnpj: '12.345.678/0001-95', address: 'Rua das Flores, 10' }

/**
 * The mails of 10,000 people, each its own and with links of its own, against Liquid alone on the same HTML; each the
 * best of five rounds.
 */
export async function benchMails(): Promise<Row[]> {
  const [ready] = readyTemplates
  if (!ready) throw new Error('There is no ready template')
  // The first time also loads MJML.
  await compileTemplate(ready, publicUrl)
  const started = performance.now()
  const compiled = await compileTemplate(ready, publicUrl, { counted: true })
  const compiling = performance.now() - started

  const liquid = new Liquid({ outputEscape: 'escape' })
  const variables = (n: number) => ({ nome: `Ada Souza ${n}`, primeiro_nome: `Ada${n}`, cidade: 'Recife' })
  const links = webLinksOf(ready.body)
  const key = createSecretKey(randomBytes(32))
  const companyId = randomBytes(12).toString('hex')
  // As a campaign does it for each recipient: the way out and the links are signed.
  const ours = (n: number) => {
    const recipientId = n.toString(16).padStart(24, '0')
    const hash = hashOf(key, companyId, 'email', `ada${n}@example.com`)
    const unsubscribeUrl = `${publicUrl}/unsubscribe/${unsubscribeToken(key, { companyId, recipientId, hash })}`
    const tokenOf = clickTokens(key, { companyId, recipientId })
    const urlOf = (link: number) => `${publicUrl}/click/${tokenOf(link)}`
    const counting = { links: links.map((_, link) => urlOf(link)), picture: urlOf(pictureLink) }
    return renderFor(compiled, { variables: variables(n), company, unsubscribeUrl, counting }).html.length
  }
  const counted = Object.fromEntries(
    links.map((_, link) => [`_link${link}`, `${publicUrl}/click/${'a'.repeat(48)}${link}`])
  )
  const alone = (n: number) =>
    liquid.renderSync(compiled.html, {
      ...variables(n),
      ...compiled.fallbacks,
      empresa: company.name,
      _identificacao: `CNPJ ${company.cnpj} · ${company.address}`,
      ...counted,
      _foto: `${publicUrl}/click/${'a'.repeat(48)}255`,
      _descadastro: `${publicUrl}/unsubscribe/${'a'.repeat(96)}`,
      _subject: ready.subject,
      _preheader: ready.preheader
    }).length

  const best = { ours: Number.POSITIVE_INFINITY, alone: Number.POSITIVE_INFINITY }
  // The first round also compiles the code of both.
  for (let round = 0; round <= rounds; round++) {
    const [mails, bare] = [timeOf(ours), timeOf(alone)]
    if (round === 0) continue
    best.ours = Math.min(best.ours, mails)
    best.alone = Math.min(best.alone, bare)
  }
  const ratio = best.ours / best.alone
  return [
    {
      what: '10,000 personal mails: subject, HTML and text, their links counted and signed',
      measured: `${Math.round(best.ours)} ms, compiled once in ${Math.round(compiling)} ms`,
      limit: `Liquid alone on the same HTML ${Math.round(best.alone)} ms`,
      ratio,
      goal: 'at most 1.5',
      met: ratio <= 1.5
    }
  ]
}

function timeOf(render: (n: number) => unknown): number {
  const started = performance.now()
  for (let n = 0; n < people; n++) render(n)
  return performance.now() - started
}
