import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { sql } from 'kysely'
import { SMTPServer } from 'smtp-server'
import { afterAll, expect } from 'vitest'
import { company, sendLead } from '../../kit/app.ts'
import { nothingFor } from '../../kit/quiet.ts'
import { check, openSite, browserTest as test, views, visit, visitAs } from '../../kit/site.ts'
import { changePlan, inviteTo, join, joinAgain } from '../../kit/team.ts'

/** Mails that a real SMTP server received. */
const received: { to: string; text: string }[] = []
const server = new SMTPServer({
  disabledCommands: ['AUTH', 'STARTTLS'],
  logger: false,
  onData(stream, session, done) {
    let text = ''
    stream.setEncoding('utf8').on('data', chunk => (text += chunk))
    stream.on('end', () => {
      for (const { address } of session.envelope.rcptTo) received.push({ to: address, text })
      done()
    })
  }
})
server.listen(0, '127.0.0.1')
await once(server.server, 'listening')
afterAll(() => new Promise<void>(resolve => server.close(resolve)))

const site = await openSite({
  SMTP_URL: `smtp://127.0.0.1:${(server.server.address() as AddressInfo).port}`,
  MAIL_FROM: 'Prosa <avisos@prosa.example>'
})

/** The link in the mail, decoded from quoted-printable. */
function linkTo(email: string): string {
  const mail =
    received
      .find(({ to }) => to === email)
      ?.text.replace(/=\r?\n/g, '')
      .replace(/=3D/g, '=') ?? ''
  return /\/invitation\?token=[\w-]{43}/.exec(mail)?.[0] ?? ''
}

test('a colleague is invited, accepts with the link of the mail, signs in, and may do what the role allows', async () => {
  const ours = await company(site.app, 'Padaria Central')
  const lead = (await sendLead(site.app, ours.id)).json().id
  const admin = await visitAs(site, ours)
  await admin.page.goto('/employees')
  await admin.page.getByText('1 de 2 usuários').waitFor()
  await admin.page.getByRole('button', { name: 'Convidar pessoa' }).click()
  const dialog = admin.page.getByRole('dialog', { name: 'Convidar pessoa' })
  const email = `bia-${Date.now()}@example.com`
  await dialog.getByRole('textbox', { name: 'Nome' }).fill('Bia Lima')
  await dialog.getByRole('textbox', { name: 'E-mail' }).fill(email)
  await check(dialog.getByRole('radio', { name: 'Somente leitura' }))
  await dialog.getByRole('button', { name: 'Enviar convite' }).click()
  const sent = admin.page.getByRole('dialog', { name: 'Convite enviado' })
  await sent.getByText(/\/invitation\?token=/).waitFor()
  await expect
    .poll(() => sent.getByRole('link', { name: 'Enviar pelo WhatsApp' }).getAttribute('href'))
    .toContain('wa.me')
  await sent.getByRole('button', { name: 'Concluir' }).click()
  await admin.page.getByText('Todos os lugares do seu plano estão ocupados.').waitFor()
  await expect.poll(() => linkTo(email)).not.toBe('')

  const guest = await visit(site.url, views['phone light'])
  await guest.page.goto(linkTo(email))
  await guest.page.getByRole('heading', { name: 'Padaria Central' }).waitFor()
  await guest.page.getByRole('textbox', { name: 'Senha' }).fill('curta')
  await guest.page.getByRole('button', { name: 'Aceitar convite' }).click()
  await guest.page.getByText('Use de 8 a 128 caracteres.').first().waitFor()
  await guest.page.getByRole('textbox', { name: 'Senha' }).fill('cavalo azul 42')
  await guest.page.getByRole('button', { name: 'Aceitar convite' }).click()
  await guest.page.waitForURL('**/dashboard')
  await guest.page.getByText('Convite aceito').first().waitFor()
  // The open screen of the admin hears of it.
  const active = admin.page.getByRole('table').getByText('Ativo', { exact: true })
  await expect.poll(() => active.count()).toBe(2)

  await guest.page.goto(`/leads/${lead}`)
  await guest.page.getByRole('heading', { name: 'Ada Souza' }).waitFor()
  await expect.poll(() => guest.page.getByRole('group', { name: 'Situação do lead' }).count()).toBe(0)
  await guest.page.goto('/employees')
  await guest.page.getByText('Pessoa de Teste').waitFor()
  await expect.poll(() => guest.page.getByRole('button', { name: 'Convidar pessoa' }).count()).toBe(0)
  await expect.poll(() => guest.page.getByText(ours.email).count()).toBe(0)
  await guest.page.goto('/company')
  await guest.page.getByText('Dados da empresa').waitFor()
  await expect.poll(() => guest.page.getByRole('button', { name: 'Mudar de plano' }).count()).toBe(0)

  await guest.page.getByRole('button', { name: 'Sua conta' }).click()
  await guest.page.getByRole('menuitem', { name: 'Sair' }).click()
  await guest.page.waitForURL('**/login')
  await guest.page.getByRole('textbox', { name: 'E-mail' }).fill(email)
  await guest.page.locator('[name=password]').fill('cavalo azul 42')
  await guest.page.getByRole('button', { name: 'Entrar' }).click()
  await guest.page.waitForURL('**/dashboard')

  // By keyboard alone: the menu of the person, the dialog, and the button.
  await admin.page.getByRole('button', { name: 'Ações para Bia Lima' }).focus()
  await admin.page.keyboard.press('Enter')
  await admin.page.getByRole('menuitem', { name: 'Desativar' }).waitFor()
  await admin.page.keyboard.press('End')
  await admin.page.keyboard.press('Enter')
  const leaving = admin.page.getByRole('dialog', { name: 'Desativar Bia Lima?' })
  await leaving.getByRole('button', { name: 'Desativar' }).focus()
  await admin.page.keyboard.press('Enter')
  await admin.page.getByText('Inativo').first().waitFor()
  // The deactivated person's open page is notified too, and leaves for the sign-in.
  await guest.page.waitForURL('**/login')
  expect([...admin.problems, ...guest.problems]).toEqual([])
  await Promise.all([admin.context.close(), guest.context.close()])
})

test('a lead is given to a colleague and found by it, and the plan is changed', async () => {
  const ours = await company(site.app, 'Oficina do Bairro')
  await changePlan(site.app, ours.id, 'pro')
  await join(site.app, ours)
  await sendLead(site.app, ours.id, { name: 'Zeca', email: 'zeca@example.com', phone: '11912340001' })
  const lead = (await sendLead(site.app, ours.id)).json().id
  const { page, context, problems } = await visitAs(site, ours)
  await page.goto(`/leads/${lead}`)
  await page.getByRole('combobox', { name: 'Responsável' }).click()
  await page.getByRole('option', { name: 'Bia Lima' }).click()
  await page.getByText('Responsável alterado').waitFor()
  await page.goto('/leads')
  await page.getByText('Zeca').first().waitFor()
  await page.getByRole('button', { name: 'Filtros' }).click()
  await check(page.getByRole('complementary', { name: 'Filtros' }).getByRole('checkbox', { name: /^Bia Lima/ }))
  await expect.poll(() => page.getByText('Zeca').count()).toBe(0)
  await page.getByText('Ada Souza').first().waitFor()

  await page.goto('/company')
  await page.getByRole('button', { name: 'Mudar de plano' }).click()
  await check(page.getByRole('radio', { name: 'Avançado' }))
  await page.getByRole('button', { name: 'Mudar para Avançado' }).click()
  await page.getByText('Plano alterado').waitFor()
  await page.getByText('2 de 3').waitFor()
  await page.getByLabel('Ramo').fill('Oficina mecânica')
  await page.getByRole('button', { name: 'Salvar' }).click()
  await page.getByText('Dados da empresa salvos').waitFor()
  const kept = await page.evaluate(id => localStorage.getItem(`companyData_${id}`), ours.id)
  expect(JSON.parse(kept ?? '{}')).toMatchObject({ industry: 'Oficina mecânica' })
  expect(problems).toEqual([])
  await context.close()
})

test('a person of two companies moves between them', async () => {
  const [ours, theirs] = [await company(site.app, 'Padaria Norte'), await company(site.app, 'Padaria Sul')]
  const person = await join(site.app, ours, { name: 'Bia Lima' })
  await joinAgain(site.app, theirs, person)
  await sendLead(site.app, theirs.id, { name: 'Lead do Sul' })
  const { page, context, problems } = await visitAs(site, person)
  await page.goto('/leads')
  await page.getByText('Nenhum lead ainda').waitFor()
  await page.getByRole('button', { name: 'Padaria Norte: trocar de empresa' }).click()
  await page
    .getByRole('dialog', { name: 'Trocar de empresa' })
    .getByRole('button', { name: /Padaria Sul/ })
    .click()
  await page.getByText('Você está em Padaria Sul').first().waitFor()
  await page.goto('/leads')
  await page.getByText('Lead do Sul').first().waitFor()
  expect(problems).toEqual([])
  await context.close()
})

test('an invitation that was used says so', async () => {
  const ours = await company(site.app)
  const token = await inviteTo(site.app, ours)
  await site.app.inject({
    method: 'POST',
    url: '/public/invitations/accept',
    payload: { token, name: 'Bia', password: 'cavalo azul 42' }
  })
  const { page, context } = await visit(site.url, views['phone dark'])
  await page.goto(`/invitation?token=${token}`)
  await page.getByRole('heading', { name: 'Convite expirado' }).waitFor()
  await context.close()
})

test('the limit of the plan holds a lead back, and a larger plan shows it at once', async () => {
  const ours = await company(site.app, 'Floricultura')
  // Ninety-nine of the hundred leads of the month have come already.
  await site.app.db.everyCompany(trx =>
    sql`insert into lead_usage (company_id, month, n) values (${ours.id},
      date_trunc('month', now() at time zone 'America/Sao_Paulo')::date, 99)`.execute(trx)
  )
  await sendLead(site.app, ours.id, { name: 'Centésima' })
  const held = await sendLead(site.app, ours.id, {
    name: 'Além do Limite',
    email: 'alem@example.com',
    phone: '11912340002'
  })
  expect(held.statusCode).toBe(201)
  const { page, context, problems } = await visitAs(site, ours)
  await page.goto('/leads')
  await page.getByText('Centésima').first().waitFor()
  await page.getByText('1 lead retido').waitFor()
  await expect.poll(() => page.getByText('Além do Limite').count()).toBe(0)
  await page.getByRole('link', { name: 'Ver planos' }).click()
  await page.getByRole('button', { name: 'Mudar de plano' }).click()
  await check(page.getByRole('radio', { name: 'Profissional' }))
  await page.getByRole('button', { name: 'Mudar para Profissional' }).click()
  await page.getByText('Plano alterado').waitFor()
  await page.goto('/leads')
  await page.getByText('Além do Limite').first().waitFor()
  await nothingFor(1000, () => page.getByText('retido').count(), 0)
  expect(problems).toEqual([])
  await context.close()
})
