import { Liquid } from 'liquidjs'
import { readyTemplates } from '../services/mailTemplates/ready.ts'
import { compileTemplate, renderFor } from '../services/mailTemplates/render.ts'
import type { Row } from './report.ts'

const people = 10_000
const rounds = 5
const company = { name: 'Padaria & Filhos', cnpj: '12.345.678/0001-95', address: 'Rua das Flores, 10' }

/** The mails of 10,000 people, each its own, against Liquid alone on the same HTML; each the best of five rounds. */
export async function benchMails(): Promise<Row[]> {
  const [ready] = readyTemplates
  if (!ready) throw new Error('There is no ready template')
  // The first time also loads MJML.
  await compileTemplate(ready, 'https://prosa.example')
  const started = performance.now()
  const compiled = await compileTemplate(ready, 'https://prosa.example')
  const compiling = performance.now() - started

  const liquid = new Liquid({ outputEscape: 'escape' })
  const variables = (n: number) => ({ nome: `Ada Souza ${n}`, primeiro_nome: `Ada${n}`, cidade: 'Recife' })
  const unsubscribe = (n: number) => `https://prosa.example/sair?quem=${n}`
  const ours = (n: number) =>
    renderFor(compiled, { variables: variables(n), company, unsubscribeUrl: unsubscribe(n) }).html.length
  const alone = (n: number) =>
    liquid.renderSync(compiled.html, {
      ...variables(n),
      ...compiled.fallbacks,
      empresa: company.name,
      _identificacao: `CNPJ ${company.cnpj} · ${company.address}`,
      _descadastro: unsubscribe(n),
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
      what: '10,000 personal mails: subject, HTML and text',
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
