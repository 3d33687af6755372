import { openBrowser } from '../tests/kit/browser.ts'
import { watch } from '../tests/kit/transfer.ts'
import { answers, type Bench } from './environment.ts'
import type { Row } from './report.ts'
import { signUp } from './session.ts'

/** Bytes and requests of the public form and of the first client page, as they travel to a browser. */
export async function benchPages(bench: Bench): Promise<Row[]> {
  const api = await bench.start('dist/services/server.js')
  await answers(api.port)
  const origin = `http://127.0.0.1:${api.port}`
  const { companyId, headers } = await signUp(api.port, bench.sql)
  const me = await (await fetch(`${origin}/api/auth/me`, { headers })).text()
  const browser = await openBrowser()

  const form = await browser.newPage()
  const formTransfer = watch(form)
  await form.goto(`${origin}/leads/new?client=${companyId}`, { waitUntil: 'networkidle' })
  const first = { script: formTransfer.script, requests: formTransfer.requests.length }
  await form.keyboard.press('Tab')
  await form.waitForTimeout(1000)

  const context = await browser.newContext()
  await context.addInitScript(
    ([token, user]) => {
      localStorage.setItem('token', token ?? '')
      localStorage.setItem('user', user ?? '')
    },
    [headers.authorization.slice('Bearer '.length), me]
  )
  const list = await context.newPage()
  const listTransfer = watch(list)
  const lead = { name: 'Ada Souza', email: 'ada@example.com', phone: '11987654321', companyId }
  await fetch(`${origin}/api/leads/public`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify(lead)
  })
  await list.goto(`${origin}/leads`)
  await list.getByText(lead.name).first().waitFor()
  await list.waitForTimeout(500)
  const shown = listTransfer.requests.length
  await list.waitForTimeout(3000) // what can wait is asked for after the list
  await browser.close()
  await api.stop()

  const kilobytes = (bytes: number) => `${(bytes / 1024).toFixed(1)} KB`
  return [
    {
      what: 'public form, script at first load',
      measured: `${kilobytes(first.script)} in ${first.requests} requests`,
      limit: '',
      ratio: null,
      goal: 'at most 75 KB in 6 requests',
      met: first.script <= 75 * 1024 && first.requests <= 6
    },
    {
      what: 'public form in use, script',
      measured: `${kilobytes(formTransfer.script)} (brotli)`,
      limit: '',
      ratio: null,
      goal: 'for information',
      met: true
    },
    {
      what: 'first client page, all',
      measured: `${kilobytes(listTransfer.total)}, ${shown} requests for the list and ${listTransfer.requests.length - shown} after it`,
      limit: '',
      ratio: null,
      goal: 'at most 400 KB in 12 requests',
      met: listTransfer.total <= 400 * 1024 && shown <= 12
    }
  ]
}
