import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Browser, BrowserContext, Page } from 'playwright'
import { openBrowser } from '../tests/kit/browser.ts'
import { answers, type Bench } from './environment.ts'
import { percentiles } from './load.ts'
import type { Row } from './report.ts'
import { type SignedIn, signUp } from './session.ts'

/** 1.6 Mbit/s, 150 ms and a processor four times slower. */
async function slowDown(page: Page): Promise<void> {
  const session = await page.context().newCDPSession(page)
  await session.send('Network.enable')
  await session.send('Network.emulateNetworkConditions', {
    offline: false,
    latency: 150,
    downloadThroughput: 200_000,
    uploadThroughput: 93_750
  })
  await session.send('Emulation.setCPUThrottlingRate', { rate: 4 })
}

/** Milliseconds to the largest paint of an address on a slow phone, for somebody who was never there. */
async function largestPaint(browser: Browser, url: string): Promise<number> {
  const context = await browser.newContext({ viewport: { width: 360, height: 740 }, locale: 'pt-BR' })
  const page = await context.newPage()
  await slowDown(page)
  await page.goto(url, { waitUntil: 'load' })
  const paint = await page.evaluate(
    () =>
      new Promise<number>(resolve => {
        let lcp = 0
        new PerformanceObserver(list => {
          for (const entry of list.getEntries()) lcp = entry.startTime
        }).observe({ type: 'largest-contentful-paint', buffered: true })
        setTimeout(() => resolve(lcp), 1500)
      })
  )
  await context.close()
  return paint
}

/** Serves the plainest page there is: words, without a picture, a script or a font. */
async function serveBarePage() {
  const words = '<p>Receba os contatos pelo seu formulário e responda antes de todo mundo.</p>'.repeat(40)
  const server = createServer((_, response) => {
    response.setHeader('content-type', 'text/html').end(`<!doctype html>${words}`)
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/`, close: () => server.close() }
}

/**
 * Counts in the page how often it had ten milliseconds to spare, in which it waited for something. The speed of the
 * machine has little part in it, unlike in the time that passes.
 */
const countSpare = (context: BrowserContext) =>
  context.addInitScript(() => {
    const spare: number[] = []
    Object.assign(window, { spare })
    setInterval(() => spare.push(performance.now()), 10)
  })

/** Milliseconds that the area of a company waits between its first paint and its question for the leads. */
async function idleBeforeLeads(page: Page, origin: string): Promise<number> {
  for (const open of [() => page.goto(`${origin}/leads`), () => page.reload()]) {
    await open()
    await page.getByRole('link', { name: 'Ada Souza', exact: true }).waitFor()
  }
  return page.evaluate(() => {
    const [painted] = performance.getEntriesByName('first-paint')
    const request = performance.getEntriesByType('resource').find(({ name }) => name.includes('/api/leads?'))
    if (!painted || !request) throw new Error('nothing was painted, or nothing asked for')
    const { spare } = window as unknown as { spare: number[] }
    return 10 * spare.filter(at => at > painted.startTime && at < request.startTime).length
  })
}

/** Milliseconds that the list of leads waits after a press, before what it opens is shown. */
async function idleAfterPress(page: Page, press: string, shown: string): Promise<number> {
  return page.evaluate(
    ([press, shown]) =>
      new Promise<number>(resolve => {
        const start = performance.now()
        const { spare } = window as unknown as { spare: number[] }
        const look = () =>
          document.querySelector<HTMLElement>(shown ?? '')?.offsetParent
            ? resolve(10 * spare.filter(at => at > start).length)
            : requestAnimationFrame(look)
        document.querySelector<HTMLElement>(press ?? '')?.click()
        look()
      }),
    [press, shown]
  )
}

/** How soon public pages are painted on a slow phone, and what the area of a company lets a person wait for. */
export async function benchPaints(bench: Bench): Promise<Row[]> {
  const api = await bench.start('dist/services/server.js')
  await answers(api.port)
  const origin = `http://127.0.0.1:${api.port}`
  const ours = await signUp(api.port, bench.sql)
  const slug = await openBooking(origin, ours)
  const bare = await serveBarePage()
  const browser = await openBrowser()
  const addresses = {
    'the public form': `/leads/new?client=${ours.companyId}`,
    'the booking page': `/agendar/${slug}`,
    'the sign-in': '/login',
    'the sign-up': '/signup',
    'the landing page': '/'
  }
  const plain: number[] = []
  const paints: Record<string, number[]> = {}
  for (let round = 0; round < 5; round++) {
    plain.push(await largestPaint(browser, bare.url))
    for (const [name, address] of Object.entries(addresses))
      paints[name] = [...(paints[name] ?? []), await largestPaint(browser, `${origin}${address}`)]
  }
  bare.close()

  const lead = { name: 'Ada Souza', email: 'ada@example.com', phone: '11987654321', companyId: ours.companyId }
  await post(`${origin}/api/leads/public`, lead)
  const me = await (await fetch(`${origin}/api/auth/me`, { headers: ours.headers })).text()
  const context = await browser.newContext({ viewport: { width: 1280, height: 900 }, locale: 'pt-BR' })
  await countSpare(context)
  await context.addInitScript(
    ([token, user]) => {
      localStorage.setItem('token', token ?? '')
      localStorage.setItem('user', user ?? '')
    },
    [ours.headers.authorization.slice('Bearer '.length), me]
  )
  const page = await context.newPage()
  const area = await idleBeforeLeads(page, origin)
  // A page is prefetched when the pointer comes near to its link.
  await page.getByRole('link', { name: 'Ada Souza', exact: true }).hover()
  await page.waitForFunction(() =>
    performance.getEntriesByType('resource').some(({ name }) => name.includes('/assets/LeadPage-'))
  )
  const menu = await idleAfterPress(page, 'button.status', '[role=menuitem]')
  await page.keyboard.press('Escape')
  await page.getByRole('menuitem').first().waitFor({ state: 'detached' })
  const opened = await idleAfterPress(page, 'th.name a', '[aria-label="Situação do lead"]')
  await browser.close()
  await api.stop()

  const least = median(plain)
  return [
    ...Object.entries(paints).map(([what, times]) => ({
      what: `largest paint of ${what}, slow phone`,
      measured: `${median(times).toFixed(0)} ms`,
      limit: `the plainest page ${least.toFixed(0)} ms`,
      ratio: median(times) / least,
      goal: 'at most 1000 ms, or 1.75 of the plainest page',
      met: median(times) <= Math.max(1000, 1.75 * least)
    })),
    ...(
      [
        ['waiting between the first paint and the question for the leads', area, 150],
        ['waiting after a press on a situation in the list', menu, 250],
        ['waiting after a press on a lead in the list', opened, 250]
      ] as const
    ).map(([what, idle, limit]) => ({
      what,
      measured: `${idle} ms`,
      limit: '',
      ratio: null,
      goal: `less than ${limit} ms`,
      met: idle < limit
    }))
  ]
}

const median = (times: number[]): number => percentiles(times).p50

const post = (url: string, body: object, headers: object = {}, method = 'POST') =>
  fetch(url, { method, headers: { 'content-type': 'application/json', ...headers }, body: JSON.stringify(body) })

/** Offers a service on the company's booking page, and returns the name in its address. */
async function openBooking(origin: string, { headers }: SignedIn): Promise<string> {
  await post(`${origin}/api/appointments/services`, { name: 'Visita', minutes: 60 }, headers)
  const set = await post(`${origin}/api/booking`, { active: true }, headers, 'PUT')
  return ((await set.json()) as { slug: string }).slug
}
