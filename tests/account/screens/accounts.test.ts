import { once } from 'node:events'
import { readFile } from 'node:fs/promises'
import type { AddressInfo } from 'node:net'
import { sql } from 'kysely'
import type { Page } from 'playwright'
import { SMTPServer } from 'smtp-server'
import { afterAll, expect } from 'vitest'
import { company, signUp, type Tenant } from '../../kit/app.ts'
import { codeOf, protect } from '../../kit/secondFactor.ts'
import { openSite, browserTest as test, views, visit } from '../../kit/site.ts'

/** Mails that a real SMTP server received, decoded as far as links need it. */
const received: { to: string[]; text: string }[] = []

const server = new SMTPServer({
  disabledCommands: ['AUTH', 'STARTTLS'],
  logger: false,
  onData(stream, session, done) {
    let text = ''
    stream.setEncoding('utf8').on('data', chunk => (text += chunk))
    stream.on('end', () => {
      const plain = text.replace(/=\r?\n/g, '').replace(/=3D/g, '=')
      received.push({ to: session.envelope.rcptTo.map(({ address }) => address), text: plain })
      done()
    })
  }
})
server.listen(0, '127.0.0.1')
await once(server.server, 'listening')
afterAll(() => new Promise<void>(resolve => server.close(resolve)))

const site = await openSite({ SMTP_URL: `smtp://127.0.0.1:${(server.server.address() as AddressInfo).port}` })

/** Path and query of the newest link to a page that an address was sent. */
async function linkTo(address: string, page: string): Promise<string> {
  const find = () =>
    received
      .filter(({ to }) => to.includes(address))
      .map(({ text }) => new RegExp(`/${page}\\?token=[\\w-]+`).exec(text)?.[0])
      .findLast(link => link !== undefined)
  await expect.poll(find).toBeDefined()
  return find() ?? ''
}

async function typeIn(page: Page, email: string, password: string): Promise<void> {
  await page.getByRole('textbox', { name: 'E-mail' }).fill(email)
  await page.locator('[name=password]').fill(password)
  await page.getByRole('button', { name: 'Entrar' }).click()
}

async function signIn(page: Page, { email, password }: Tenant): Promise<void> {
  await page.goto('/login')
  await typeIn(page, email, password)
  await page.waitForURL('**/dashboard')
}

test('a forgotten password is replaced by the link in the mail, and the link is good once', async () => {
  const ours = await company(site.app)
  const { page, context, problems } = await visit(site.url, views['phone light'])
  await page.goto('/login')
  await page.getByRole('link', { name: 'Esqueceu a senha?' }).click()
  await page.getByRole('textbox', { name: 'E-mail' }).fill('ninguem@example.com')
  await page.getByRole('button', { name: 'Enviar link' }).click()
  const answer = await page.getByRole('status').filter({ hasText: 'Se o e-mail existir' }).textContent()
  await page.getByRole('textbox', { name: 'E-mail' }).fill(ours.email)
  await page.getByRole('button', { name: 'Enviar novamente' }).click()
  const link = await linkTo(ours.email, 'reset-password')
  await expect
    .poll(() => page.getByRole('status').filter({ hasText: 'Se o e-mail existir' }).textContent())
    .toBe(answer)

  await page.goto(link)
  await page.getByText(`Para a conta ${ours.email[0]}***@example.com.`).waitFor()
  const [first, again] = [page.locator('[name=password]'), page.locator('[name=again]')]
  await first.fill('senha123')
  await again.fill('senha124')
  await page.getByRole('button', { name: 'Salvar nova senha' }).click()
  await page.getByText('As senhas não são iguais.').waitFor()
  await again.fill('senha123')
  await page.getByRole('button', { name: 'Salvar nova senha' }).click()
  await page.getByText('Essa senha é muito comum. Escolha outra.').waitFor()
  await first.fill('Cavalo-Azul-42')
  await page.getByText('Senha forte.').waitFor()
  await again.fill('Cavalo-Azul-42')
  await page.getByRole('button', { name: 'Salvar nova senha' }).click()

  await page.waitForURL('**/login')
  await page.getByRole('status').filter({ hasText: 'Senha alterada. Entre com a nova senha.' }).waitFor()
  await expect.poll(() => page.getByRole('alert').filter({ hasText: 'Senha alterada' }).count()).toBe(0)
  await typeIn(page, ours.email, 'Cavalo-Azul-42')
  await page.waitForURL('**/dashboard')
  await page.goto(link)
  await page.getByRole('heading', { name: 'Link expirado' }).waitFor()
  await page.getByRole('link', { name: 'Enviar novo link' }).click()
  await page.getByRole('button', { name: 'Enviar link' }).waitFor()
  expect(problems).toEqual([])
  await context.close()
})

test('a session that timed out says so on the sign-in page, which leads back', async () => {
  const ours = await company(site.app)
  const { page, context } = await visit(site.url)
  await signIn(page, ours)
  await page.evaluate(() => localStorage.setItem('lastActivity', '1'))
  await page.goto('/leads')
  const lastActivity = () => page.evaluate(() => Number(localStorage.getItem('lastActivity')))
  await expect.poll(async () => Date.now() - (await lastActivity())).toBeLessThan(60_000)
  // The open page would notice the end on its own.
  await page.goto('about:blank')
  const { rows } = await site.app.db.everyCompany(trx =>
    sql<{ id: string }>`update sessions set seen_at = now() - interval '2 hours'
      where user_id = ${ours.userId} returning id`.execute(trx)
  )
  for (const { id } of rows) site.app.sessions.forget(id)
  await page.goto('/profile?de=teste')
  await page.waitForURL('**/login')
  await page.getByRole('alert').filter({ hasText: 'Sua sessão expirou por inatividade. Entre novamente.' }).waitFor()
  await typeIn(page, ours.email, ours.password)
  await page.waitForURL('**/profile?de=teste')
  await page.reload()
  await page.getByRole('heading', { name: 'Perfil' }).waitFor()
  await expect.poll(() => page.getByText('expirou por inatividade').count()).toBe(0)
  await context.close()
})

test('a second factor is set up with its QR code, asked for at the sign-in, and a recovery code stands in', async () => {
  const ours = await company(site.app)
  const { page, context, problems } = await visit(site.url)
  await signIn(page, ours)
  await page.getByRole('button', { name: 'Sua conta' }).click()
  await page.getByRole('menuitem', { name: 'Perfil' }).click()
  await page.getByRole('link', { name: 'Senha e segurança' }).click()
  await page.getByRole('button', { name: 'Ativar', exact: true }).click()
  await page.getByRole('img', { name: 'Código QR da verificação em duas etapas' }).waitFor()
  const secret = ((await page.locator('code').textContent()) ?? '').replace(/\s/g, '')
  await page.getByRole('textbox', { name: 'Código de verificação' }).fill('000000')
  await page.getByRole('button', { name: 'Confirmar' }).click()
  await page.getByText('Código incorreto ou já usado.').waitFor()
  await page.getByRole('textbox', { name: 'Código de verificação' }).fill(codeOf(secret))
  await page.getByRole('button', { name: 'Confirmar' }).click()
  const listed = page.getByRole('list', { name: 'Códigos de recuperação' }).getByRole('listitem')
  await listed.first().waitFor()
  const codes = await listed.allTextContents()
  expect(codes).toHaveLength(10)
  const downloading = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Baixar', exact: true }).click()
  const saved = await readFile(await (await downloading).path(), 'utf8')
  expect(saved.trim().split('\n')).toEqual(codes)
  await page.getByRole('button', { name: 'Já guardei' }).click()
  await page.getByText('Códigos de recuperação restantes: 10').waitFor()

  const signOut = async () => {
    await page.getByRole('button', { name: 'Sua conta' }).click()
    await page.getByRole('menuitem', { name: 'Sair' }).click()
    await page.waitForURL('**/login')
  }
  await signOut()
  await typeIn(page, ours.email, ours.password)
  const code = page.getByRole('textbox', { name: 'Código de verificação' })
  await expect.poll(() => code.evaluate(input => input === document.activeElement)).toBe(true)
  await page.keyboard.type('123456')
  await page.keyboard.press('Enter')
  await page.getByText('Código incorreto ou já usado.').waitFor()
  await code.fill(codeOf(secret, 1))
  await page.keyboard.press('Enter')
  await page.waitForURL('**/dashboard')

  await signOut()
  await typeIn(page, ours.email, ours.password)
  await page.getByRole('button', { name: 'Usar um código de recuperação' }).click()
  await page.getByRole('textbox', { name: 'Código de recuperação' }).fill(codes[0]?.toLowerCase() ?? '')
  await page.getByRole('button', { name: 'Verificar' }).click()
  await page.waitForURL('**/dashboard')
  expect(problems).toEqual([])
  await context.close()
})

test('a session on another device is ended from the profile, and that device is signed out', async () => {
  const ours = await company(site.app)
  const [here, there] = await Promise.all([visit(site.url), visit(site.url, views['phone dark'])])
  await Promise.all([signIn(here.page, ours), signIn(there.page, ours)])
  await here.page.goto('/profile?aba=acessos')
  const sessions = here.page.getByRole('list', { name: 'Sessões ativas' })
  await here.page.getByText('Este aparelho').waitFor()
  await expect.poll(() => sessions.getByRole('listitem').count()).toBe(3)
  await here.page.getByRole('list', { name: 'Acessos recentes' }).getByText('Entrou').first().waitFor()
  // The sign-up's session and the other browser's.
  for (const left of [2, 1]) {
    await sessions
      .getByRole('button', { name: /^Encerrar a sessão de/ })
      .first()
      .click()
    await expect.poll(() => sessions.getByRole('listitem').count()).toBe(left)
  }
  // Waits for the page to leave on its own: a navigation in that moment would race with it.
  await there.page.waitForURL('**/login')
  await here.page.reload()
  await here.page.getByText('Este aparelho').waitFor()
  await Promise.all([here.context.close(), there.context.close()])
})

test('the e-mail of a sign-up is confirmed by the link in the mail, and the reminder goes', async () => {
  const ours = await signUp(site.app)
  const { page, context } = await visit(site.url)
  await signIn(page, ours)
  await page.getByRole('button', { name: 'Reenviar' }).click()
  await page.getByText('Enviamos um novo link.').waitFor()
  await expect.poll(() => received.filter(({ to }) => to.includes(ours.email)).length).toBe(2)
  await page.goto(await linkTo(ours.email, 'confirm-email'))
  await page.getByRole('button', { name: 'Confirmar e-mail' }).click()
  await page.getByRole('heading', { name: 'E-mail confirmado' }).waitFor()
  await page.getByRole('link', { name: 'Ir para o sistema' }).click()
  await page.getByText('Primeiros passos').waitFor()
  await expect.poll(() => page.getByText('Confirme seu e-mail').count()).toBe(0)
  await context.close()
})

test('a new e-mail is confirmed by both mails, and then signs in', async () => {
  const ours = await company(site.app)
  const email = `novo-${ours.email}`
  const { page, context } = await visit(site.url)
  await signIn(page, ours)
  await page.goto('/profile')
  await page.getByRole('button', { name: 'Trocar e-mail' }).click()
  await page.getByRole('textbox', { name: 'Novo e-mail' }).fill(email)
  await page.getByLabel('Senha', { exact: false }).first().fill('errada')
  await page.getByRole('button', { name: 'Enviar confirmações' }).click()
  await page.getByText('Senha incorreta.').waitFor()
  await page.getByLabel('Senha', { exact: false }).first().fill(ours.password)
  await page.getByRole('button', { name: 'Enviar confirmações' }).click()
  await page.getByText('Confirme pelas mensagens enviadas aos dois endereços.').waitFor()
  for (const [address, title] of [
    [email, 'Falta só mais uma confirmação'],
    [ours.email, 'E-mail trocado']
  ] as const) {
    // The old address has the link of its sign-up too.
    await expect.poll(() => received.filter(({ to }) => to.includes(address)).length).toBe(address === email ? 1 : 2)
    await page.goto(await linkTo(address, 'confirm-email'))
    await page.getByRole('button', { name: 'Confirmar e-mail' }).click()
    await page.getByRole('heading', { name: title }).waitFor()
  }
  await page.goto('/profile')
  await page.getByText(email).first().waitFor()
  await context.close()
})

test('both sign-in pages lead everybody to their own area', async () => {
  const [ours, staff] = await Promise.all([company(site.app), company(site.app)])
  await site.app.db.everyCompany(async trx => {
    await trx.updateTable('users').set({ role: 'employee' }).where('id', '=', staff.userId).execute()
    await trx.updateTable('employees').set({ active: false }).where('user_id', '=', staff.userId).execute()
  })
  for (const [address, who, area] of [
    ['/employee-login', ours, '/dashboard'],
    ['/login', staff, '/admin'],
    ['/employee-login', staff, '/admin']
  ] as const) {
    const { page, context } = await visit(site.url)
    await page.goto(address)
    await typeIn(page, who.email, who.password)
    await page.waitForURL(`**${area}`)
    await context.close()
  }
})

test('staff who must have a second factor are led to set it up, and go on from there', async () => {
  const staff = await company(site.app)
  await site.app.db.everyCompany(async trx => {
    await trx.updateTable('users').set({ role: 'manager' }).where('id', '=', staff.userId).execute()
    await trx.updateTable('employees').set({ active: false }).where('user_id', '=', staff.userId).execute()
    await sql`insert into settings (key, value) values ('staffSecondFactor', 'true')`.execute(trx)
  })
  const { page, context, problems } = await visit(site.url)
  await page.goto('/employee-login')
  await typeIn(page, staff.email, staff.password)
  await page.waitForURL('**/profile')
  await page.getByText('Sua conta precisa da verificação em duas etapas.').waitFor()
  await page.getByRole('button', { name: 'Ativar', exact: true }).click()
  const secret = ((await page.locator('code').textContent()) ?? '').replace(/\s/g, '')
  await page.getByRole('textbox', { name: 'Código de verificação' }).fill(codeOf(secret))
  await page.getByRole('button', { name: 'Confirmar' }).click()
  await page.getByRole('button', { name: 'Já guardei' }).click()
  await page.getByRole('heading', { name: 'Dados' }).waitFor()
  expect(problems).toEqual([])
  await context.close()
  await site.app.db.everyCompany(trx => sql`delete from settings where key = 'staffSecondFactor'`.execute(trx))
})

test('a person takes a copy of what is kept about them', async () => {
  const ours = await company(site.app)
  await protect(site.app, ours)
  const { page, context } = await visit(site.url)
  await page.addInitScript(
    ([token, user]) => {
      localStorage.setItem('token', token ?? '')
      localStorage.setItem('user', user ?? '')
    },
    [ours.token, (await site.app.inject({ url: '/api/auth/me', headers: ours.auth })).body]
  )
  await page.goto('/profile?aba=privacidade')
  const downloading = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Baixar meus dados' }).click()
  const file = await downloading
  expect(file.suggestedFilename()).toBe('meus-dados.json')
  expect(JSON.parse(await readFile(await file.path(), 'utf8'))).toMatchObject({ profile: { email: ours.email } })
  await context.close()
})
