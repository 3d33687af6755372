import type { Request } from 'playwright'
import { beforeAll, expect } from 'vitest'
import { features } from '../../services/features.ts'
import { sendLead, type Tenant } from '../kit/app.ts'
import { importFile } from '../kit/imports.ts'
import { leaveMail } from '../kit/inboundMail.ts'
import { customerWrites, inboxCompany, openInboxSite } from '../kit/inbox.ts'
import { askErasure, erase } from '../kit/privacy.ts'
import { type SignedIn, browserTest as test, visitAs } from '../kit/site.ts'
import { type Staff, staff } from '../kit/staff.ts'
import { openTicketOf } from '../kit/tickets.ts'

const site = await openInboxSite()
let ours: Tenant
let admin: Staff
/** What the pages of one thing are opened with. */
const ids: Record<string, string> = {}

beforeAll(async () => {
  const { app } = site
  const { ours: made, channel } = await inboxCompany(app)
  ours = made
  admin = await staff(app, 'global_admin')
  const post = async (who: SignedIn, url: string, payload: object) => {
    const answer = await app.inject({ method: 'POST', url, headers: who.auth, payload })
    if (answer.statusCode >= 300) throw new Error(answer.body)
    return answer.json()
  }
  ids['/leads/:id'] = (await sendLead(app, ours.id)).json().id
  ids['/leads/import/:id'] = (await importFile(app, ours, 'Nome;E-mail\r\nAna;ana@example.org')).id
  ids['/tickets/:id'] = (await openTicketOf(app, ours)).id
  ids['/admin/tickets/:id'] = ids['/tickets/:id']
  const body = { format: 1, accent: '#be185d', blocks: [] }
  const template = { name: 'Aviso', subject: 'Aviso', preheader: '', body }
  ids['/email/templates/:id'] = (await post(ours, '/api/email/templates', template)).id
  ids['/privacy-requests/:id'] = (await askErasure(app, ours, { name: 'Ada Souza', email: 'ada@example.com' })).id
  const gone = { name: 'Zuleica', email: 'zuleica@example.com' }
  await sendLead(app, ours.id, { ...gone, phone: '21988776655' })
  await erase(app, ours, await askErasure(app, ours, gone))
  ids['/privacy-requests/certificates/:number'] = '1'
  const customer = { number: '5531976543210', name: 'Rui Prado', texts: ['Oi'] }
  ids['/whatsapp/:id'] = (await customerWrites(app, ours, channel, customer)).id
  ids['/instagram-messages/:id'] = ids['/whatsapp/:id']
  ids['/admin/companies/:id'] = ours.id
  const article = { title: 'Como importar', body: 'Abra Leads.', audiences: ['client'], active: true }
  ids['/admin/articles/:id'] = (await post(admin, '/api/admin/articles', article)).id
  const first = async (who: SignedIn, url: string) => (await app.inject({ url, headers: who.auth })).json()[0]?.id
  ids['/admin/account-mails/:id'] = await first(admin, '/api/admin/account-mails')
  ids['/admin/mails-in/:id'] = await leaveMail(app.db, { Subject: 'Sem destino' })
  ids['/mails/:id'] = await first(ours, '/api/mails')
})

const pathOf = (template: string): string => template.replace(/:\w+$/, () => ids[template] ?? 'f'.repeat(24))

/** What a page reads of the server; a stream of events is no part of it. */
const isRead = (request: Request): boolean => {
  const { pathname } = new URL(request.url())
  return request.method() === 'GET' && /^\/(api|public)\//.test(pathname) && !pathname.endsWith('/events')
}

type Failing = 'status 500' | 'no network' | 'silence'

const broken = { code: 'internal', message: 'Ocorreu um erro ao processar sua solicitação.', requestId: '0a1b2c3d-7' }

/** Goes from page to page of an area within one that is loaded already, with nothing kept of the last one. */
async function openArea(who: SignedIn, start: string) {
  const { page, problems } = await visitAs(site, who)
  // What is tried again is tried at once: a screen says that it failed after the third retry, seven seconds later.
  await page.addInitScript(() => {
    const wait = window.setTimeout.bind(window)
    const soon = (run: () => void, ms = 0) => wait(run, ms >= 1000 && ms <= 4000 ? 5 : ms)
    window.setTimeout = soon as typeof window.setTimeout
  })
  let failing: readonly string[] = []
  let how: Failing = 'status 500'
  let asked = new Set<string>()
  let underWay = 0
  page.on('request', request => {
    if (!isRead(request)) return
    underWay++
    asked.add(new URL(request.url()).pathname)
  })
  const over = (request: Request) => isRead(request) && underWay--
  page.on('requestfinished', over)
  page.on('requestfailed', over)
  await page.route(
    ({ pathname }) => failing.includes(pathname),
    route => {
      if (!isRead(route.request())) return route.fallback()
      if (how === 'status 500') return route.fulfill({ status: 500, json: broken })
      return how === 'no network' ? route.abort() : undefined
    }
  )

  const go = (path: string) =>
    page.evaluate(to => {
      history.pushState(null, '', to)
      dispatchEvent(new PopStateEvent('popstate', { state: null }))
    }, path)
  const leave = async () => {
    failing = []
    await go('/nada')
    await page.getByRole('heading', { name: 'Página não encontrada' }).waitFor()
    await page.evaluate(() => dispatchEvent(new Event('sessionEnded')))
    asked = new Set()
  }
  const main = page.locator('main')
  const loading = main.locator('.MuiSkeleton-root, [aria-label^=Carregando]')
  const readsOf = async (path: string): Promise<string[]> => {
    await leave()
    await go(path)
    let calm = 0
    await expect
      .poll(async () => (calm = underWay === 0 && (await loading.count()) === 0 ? calm + 1 : 0), { interval: 50 })
      .toBeGreaterThan(4)
    return [...asked]
  }

  await page.goto(start)
  await main.getByRole('heading', { level: 1 }).waitFor()
  return {
    problems,
    readsOf,
    close: () => page.context().close(),
    /** What is wrong with a page of which that fails; null for nothing. */
    fail: async (path: string, reads: readonly string[], failure: Failing): Promise<string | null> => {
      await leave()
      ;[failing, how] = [reads, failure]
      await go(path)
      const shown =
        failure === 'silence'
          ? main.filter({ hasText: /\p{L}/u }).or(loading).first()
          : main.getByRole('button', { name: /Tentar novamente|Recarregar/ }).first()
      let text = ''
      const saysWhy = () => failure === 'silence' || /não foi|falha|erro|conexão/i.test(text)
      let calm = 0
      const outcome = await expect
        .poll(
          async () => {
            if (await shown.isVisible()) {
              text = (await main.textContent()) ?? ''
              // What is read again meanwhile says so no more.
              if (saysWhy()) return 'shown'
            }
            // What depends on the moment may not be read this time.
            calm =
              underWay === 0 && !reads.some(read => asked.has(read)) && (await loading.count()) === 0 ? calm + 1 : 0
            return calm > 20 ? 'not read' : 'nothing'
          },
          { interval: 50 }
        )
        .not.toBe('nothing')
        .then(
          () => true,
          () => false
        )
      return outcome ? null : `${path}, ${failure} of ${reads.join(', ')}: ${text.slice(0, 200)}`
    }
  }
}

/** What a page reads before it knows that it does not need it. */
const unneeded: Record<string, string[]> = { '/instagram-messages': ['/api/tags'] }

/**
 * Each page with each of its reads failing in turn, with all of them out of reach, and with one that is never answered.
 */
async function tryPages(who: SignedIn, start: string, templates: readonly string[]): Promise<void> {
  const area = await openArea(who, start)
  const wrong: (string | null)[] = []
  // The frame reads them wherever one is, so that one page tells of all.
  const frame = new Set(await area.readsOf('/nada'))
  for (const read of frame) wrong.push(await area.fail(start, [read], 'status 500'))
  for (const template of templates) {
    const path = pathOf(template)
    const reads = (await area.readsOf(path)).filter(read => !frame.has(read) && !unneeded[template]?.includes(read))
    if (reads.length === 0) continue
    for (const read of reads) wrong.push(await area.fail(path, [read], 'status 500'))
    wrong.push(await area.fail(path, reads, 'no network'))
    wrong.push(await area.fail(path, reads.slice(0, 1), 'silence'))
  }
  expect(wrong.filter(each => each !== null)).toEqual([])
  expect(area.problems).toEqual([])
  await area.close()
}

const appPaths = features.flatMap(({ pages = [] }) => pages)
const isOf = (start: RegExp) => (path: string) => start.test(path)
const [leads, conversations, staffs] = [/^\/(dashboard|leads|tasks)/, /^\/(calendar|whatsapp|instagram)/, /^\/admin/]
const others = appPaths.filter(path => ![leads, conversations, staffs].some(start => start.test(path)))

test('no page of leads goes blank where something cannot be read', () =>
  tryPages(ours, '/dashboard', appPaths.filter(isOf(leads))))

test('no page of conversations and times goes blank where something cannot be read', () =>
  tryPages(ours, '/calendar', appPaths.filter(isOf(conversations))))

test('no other page of a company goes blank where something cannot be read', () => tryPages(ours, '/company', others))

test('no page of staff goes blank where something cannot be read', () =>
  tryPages(admin, '/admin', appPaths.filter(isOf(staffs))))
