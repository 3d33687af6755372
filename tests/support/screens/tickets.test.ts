import type { Page } from 'playwright'
import { beforeAll, expect } from 'vitest'
import { accessibilityFaults } from '../../kit/accessibility.ts'
import { company, sendLead, type Tenant } from '../../kit/app.ts'
import { check, openAs, openSite, browserTest as test, views } from '../../kit/site.ts'
import { type Staff, staff } from '../../kit/staff.ts'
import { age, answerAs, callDesk, callTickets, deliver, openTicketOf } from '../../kit/tickets.ts'

const site = await openSite()
const { app } = site

let ours: Tenant
let bia: Staff
let rui: Staff

beforeAll(async () => {
  ;[ours, bia, rui] = await Promise.all([
    company(app, 'Padaria do Chamado'),
    staff(app, 'global_admin', [], 'Bia Suporte'),
    staff(app, 'manager', [], 'Rui Prado')
  ])
  const article = {
    title: 'Importar uma planilha',
    body: 'Salve a planilha como CSV e envie em Leads, Importar.',
    active: true,
    audiences: ['client']
  }
  const written = await app.inject({
    method: 'POST',
    url: '/api/admin/articles',
    headers: bia.auth,
    payload: article
  })
  expect(written.statusCode, written.body).toBe(201)
  await callDesk(app, bia, 'POST', '/canned-answers', {
    shortcut: 'ola',
    text: 'Olá, {{nome}}, da {{empresa}}! Aqui é {{primeiro_nome_atendente}}.'
  })
})

const fits = (page: Page) =>
  page.evaluate(() => document.documentElement.scrollWidth <= document.documentElement.clientWidth)

test('a ticket is opened, answered, taken back, answered again, and ends with a rating, while both sides look on', async () => {
  await sendLead(app, ours.id, { name: 'Ada Souza', email: 'ada@example.com', phone: '11987654321' })
  const client = await openAs(site, ours, '/tickets/new')
  const subject = client.getByLabel('Assunto')
  await subject.fill('Importar planilha')
  await client.getByText('Importar uma planilha', { exact: true }).click()
  await client.getByText('Salve a planilha como CSV').waitFor()
  // Typed text outlives a reload.
  await client.getByLabel('Descrição').fill('A planilha não abre.')
  await client.reload()
  await expect.poll(() => subject.inputValue()).toBe('Importar planilha')
  await client.getByRole('combobox', { name: 'Tela' }).click()
  await client.getByRole('option', { name: 'Leads' }).click()
  await client.getByRole('button', { name: 'Relacionar um lead' }).click()
  await client.getByLabel('Nome, telefone, e-mail ou CNPJ').fill('Ada')
  await client.getByRole('button', { name: /Ada Souza/ }).click()
  await client.getByText('Lead: Ada Souza').waitFor()
  await client.getByLabel('Arquivos', { exact: true }).setInputFiles({
    name: 'planilha.txt',
    mimeType: 'text/plain',
    buffer: Buffer.from('nome;telefone')
  })
  await client.getByLabel('Arquivos para enviar').getByText('1 KB').waitFor()
  await client.getByRole('button', { name: 'Abrir chamado' }).click()
  await client.getByRole('heading', { name: 'Importar planilha' }).waitFor()
  const id = new URL(client.url()).pathname.split('/').at(-1) ?? ''
  const thread = client.getByRole('list', { name: 'Conversa' })
  await thread.getByRole('button', { name: 'planilha.txt' }).waitFor()
  await client.getByText('Resposta até').waitFor()

  const desk = await openAs(site, bia, '/admin/tickets')
  await desk
    .getByRole('link', { name: /Chamados.*chamados? novos?/ })
    .first()
    .waitFor()
  await desk.getByRole('link', { name: 'Importar planilha' }).click()
  await desk.getByText('Padaria do Chamado').first().waitFor()
  const box = desk.getByRole('region', { name: 'Responder ao cliente' })
  await box.getByRole('button', { name: 'Resposta pronta' }).click()
  await desk.getByRole('menuitem', { name: /^\/ola/ }).click()
  const text = box.getByLabel(/^Resposta para/)
  await expect
    .poll(() => text.inputValue())
    .toBe(
      `Olá, ${(await (await callDesk(app, bia, 'GET', `/${id}`)).json()).requesterName}, da Padaria do Chamado! Aqui é Bia.`
    )
  await text.fill('Enviada cedo demais')
  await box.getByRole('button', { name: 'Enviar', exact: true }).click()
  await desk.getByText(/O cliente recebe em \d+ s/).waitFor()
  await desk.getByRole('button', { name: 'Desfazer' }).click()
  await expect.poll(() => text.inputValue()).toBe('Enviada cedo demais')

  // A colleague who writes is seen, and a message that arrives meanwhile is shown before the answer is sent.
  await callDesk(app, rui, 'POST', `/${id}/presence`, { typing: true })
  await desk.getByText('Rui está digitando…').waitFor()
  await text.fill('Pode enviar o arquivo de novo?')
  await callTickets(app, ours, 'POST', `/${id}/replies`, { text: 'Esqueci de dizer: é no Excel.' })
  const newer = box.getByRole('alert')
  await newer.getByText('Esqueci de dizer: é no Excel.').waitFor()
  await newer.getByRole('button', { name: 'Já li' }).click()
  await newer.waitFor({ state: 'hidden' })
  await box.getByRole('button', { name: 'Enviar', exact: true }).click()
  await desk.getByText(/O cliente recebe em \d+ s/).waitFor()
  await deliver(app)
  await thread.getByText('Pode enviar o arquivo de novo?').waitFor()
  await expect.poll(() => thread.getByText('Enviada cedo demais').count()).toBe(0)

  // A note is no answer: it has a look of its own, names a colleague and is never seen by the company.
  await desk.getByRole('button', { name: 'Nota interna' }).click()
  const note = desk.getByRole('region', { name: 'Escrever nota interna' })
  await note.getByLabel('Nota que só a equipe lê').pressSequentially('Veja isto, @ru')
  await desk.getByRole('menuitem', { name: 'Rui Prado' }).click()
  await note.getByRole('button', { name: 'Salvar nota' }).click()
  const written = desk.getByRole('article', { name: /^Nota interna/ })
  await written.getByText('Veja isto, @Rui Prado').waitFor()
  await written.getByText('Você', { exact: true }).waitFor()
  const stored = (await callDesk(app, bia, 'GET', `/${id}`)).json()
  expect(stored.notes[0].mentions).toEqual([rui.userId])
  expect(stored.watchers.map((each: { id: string }) => each.id)).toContain(rui.userId)
  expect(await accessibilityFaults(desk)).toEqual([])

  await client.getByRole('button', { name: 'Marcar como resolvido' }).click()
  await client.locator('label', { hasText: '5 de 5: Ótimo' }).click()
  await client.getByText('Obrigado pela avaliação').waitFor()
  await expect.poll(() => client.getByText('Veja isto').count()).toBe(0)
  await desk.getByText('5 de 5', { exact: true }).waitFor()
  await client.getByRole('button', { name: 'Reabrir' }).click()
  await client.getByRole('button', { name: 'Marcar como resolvido' }).click()
  await client.getByText('Responder reabre este chamado.').waitFor()
  // Long after, an answer is another ticket, which leads back to this one.
  await age(app, id, 15)
  await client.reload()
  await client.getByText('Responder abre outro chamado').waitFor()
  await client.getByLabel('Sua resposta').fill('Voltou a acontecer.')
  await client.getByRole('button', { name: 'Enviar' }).click()
  await client.getByText('Continua', { exact: true }).waitFor()
  expect(new URL(client.url()).pathname).not.toContain(id)
})

test('what is written while the tickets are still being read again is kept, on both sides', async () => {
  const ours = await company(app, 'Padaria da Pressa')
  const { id } = await openTicketOf(app, ours, { subject: 'Sem pressa' })
  const readingTakesLong = async (page: Page) => {
    const { promise: isRead, resolve } = Promise.withResolvers<void>()
    await page.route('**/api/**/tickets**', async route => {
      if (route.request().method() === 'GET') await isRead
      await route.continue().catch(() => undefined)
    })
    return resolve
  }
  const desk = await openAs(site, bia, `/admin/tickets/${id}`)
  const text = desk.getByLabel(/^Resposta para/)
  await text.fill('Já vimos.')
  let letGo = await readingTakesLong(desk)
  await desk.getByRole('button', { name: 'Enviar', exact: true }).click()
  await desk.getByText(/O cliente recebe em \d+ s/).waitFor()
  await text.pressSequentially('Mais uma coisa')
  expect(await text.inputValue()).toBe('Mais uma coisa')
  letGo()
  await deliver(app)

  const client = await openAs(site, ours, `/tickets/${id}`)
  const reply = client.getByLabel('Sua resposta')
  await reply.fill('Obrigada.')
  letGo = await readingTakesLong(client)
  await client.getByRole('button', { name: 'Enviar' }).click()
  await client.getByRole('list', { name: 'Conversa' }).getByText('Obrigada.').waitFor()
  await reply.pressSequentially('Mais uma')
  expect(await reply.inputValue()).toBe('Mais uma')
  letGo()
})

test('staff work on many tickets: filters that stay, bulk, merges, links, a known issue answered at once, clocks and figures', async () => {
  const theirs = await company(app, 'Oficina do Chamado')
  const names = ['Formulário em branco', 'Formulário não abre', 'Formulário sumiu']
  const tickets = await Promise.all(names.map(subject => openTicketOf(app, theirs, { subject })))
  const [first, second, third] = tickets.map(({ id }) => id) as [string, string, string]
  const desk = await openAs(site, bia, '/admin/tickets')
  await desk.getByRole('button', { name: 'Filtrar' }).click()
  const dialog = desk.getByRole('dialog', { name: 'Filtrar chamados' })
  await dialog.getByRole('combobox', { name: 'Empresa' }).fill('Oficina do')
  await desk.getByRole('option', { name: 'Oficina do Chamado' }).click()
  await desk.keyboard.press('Escape')
  const rows = desk.getByRole('list', { name: 'Chamados' }).getByRole('listitem')
  await expect.poll(() => rows.count()).toBe(3)
  await desk.getByRole('button', { name: 'Filtros salvos' }).click()
  await desk.getByRole('button', { name: 'Salvar o filtro de agora' }).click()
  await desk.getByLabel('Nome').fill('Oficina')
  await desk.getByRole('button', { name: 'Salvar', exact: true }).click()
  await desk.getByText('Filtro salvo').waitFor()
  await desk.getByRole('link', { name: /^Privacidade/ }).click()
  await desk.getByText('Nenhum chamado nesta fila').waitFor()
  await desk.getByRole('button', { name: 'Filtros salvos' }).click()
  await desk.getByRole('link', { name: 'Oficina' }).click()
  await expect.poll(() => rows.count()).toBe(3)
  // Without accents.
  await desk.getByLabel('Buscar em todos os chamados').fill('formulario em BRANCO')
  await expect.poll(() => rows.count()).toBe(1)
  await desk.getByLabel('Buscar em todos os chamados').fill('')
  await expect.poll(() => rows.count()).toBe(3)
  await check(desk.getByLabel('Escolher todos desta página'))
  const bulk = desk.getByRole('group', { name: 'Mudar os escolhidos' })
  await bulk.getByRole('combobox', { name: 'Passar para' }).click()
  await desk.getByRole('option', { name: 'Rui Prado' }).click()
  await desk.getByText('3 chamados alterados').waitFor()
  await expect.poll(() => rows.getByText('Rui Prado').count()).toBe(3)
  expect(await accessibilityFaults(desk)).toEqual([])

  await rows.getByRole('link', { name: 'Formulário em branco' }).click()
  await desk.getByRole('button', { name: 'Criar a partir deste chamado' }).click()
  await desk.getByRole('button', { name: 'Criar', exact: true }).click()
  await desk.getByRole('button', { name: 'Tirar deste problema' }).waitFor()
  await desk.getByRole('button', { name: 'Ligar a outro chamado' }).click()
  await desk.getByLabel('Chamado a ligar').fill('sumiu')
  await desk.getByRole('option', { name: /Formulário sumiu/ }).click()
  await desk.getByRole('button', { name: /^Desligar de #/ }).waitFor()
  await desk.getByRole('combobox', { name: 'Prioridade' }).click()
  await desk.getByRole('option', { name: 'Urgente' }).click()
  await desk.getByText('Histórico dos prazos').click()
  await desk.locator('details li').last().getByText('Urgente').waitFor()
  await desk.getByRole('button', { name: 'Unir' }).click()
  await desk.getByLabel('Unir a').fill('nao abre')
  await desk.getByRole('option', { name: /Formulário não abre/ }).click()
  await desk.getByRole('dialog').getByRole('button', { name: 'Unir', exact: true }).click()
  await desk.waitForURL(`**/admin/tickets/${second}`)
  await desk.getByText(/^no chamado #/).waitFor()
  expect((await callTickets(app, theirs, 'GET', `/${first}`)).json().mergedInto.id).toBe(second)

  const issue = (await callDesk(app, bia, 'GET', '/issues')).json()[0]
  await callDesk(app, bia, 'POST', `/issues/${issue.id}/tickets`, { add: [second, third] })
  await desk.getByRole('link', { name: 'Chamados', exact: true }).last().click()
  await desk.getByRole('link', { name: 'Problemas conhecidos' }).click()
  await desk.getByRole('button', { name: 'Responder a todos' }).click()
  await desk.getByLabel('Resposta', { exact: true }).fill('Já está resolvido, ')
  await desk.getByRole('button', { name: 'Pôr a variável empresa' }).click()
  await check(desk.getByLabel('O problema foi resolvido: resolver também os chamados'))
  await desk.getByRole('button', { name: 'Enviar a todos' }).click()
  await desk.getByText('2 chamados respondidos').waitFor()
  // It was too early: nobody has it yet.
  await desk.getByRole('button', { name: 'Desfazer' }).click()
  await desk.getByText('Desfeito').waitFor()
  await desk.getByRole('button', { name: 'Responder a todos' }).click()
  await desk.getByLabel('Resposta', { exact: true }).fill('Agora está resolvido, ')
  await desk.getByRole('button', { name: 'Pôr a variável empresa' }).click()
  await check(desk.getByLabel('O problema foi resolvido: resolver também os chamados'))
  await desk.getByRole('button', { name: 'Enviar a todos' }).click()
  await desk.getByText('2 chamados respondidos').waitFor()
  await deliver(app)
  for (const id of [second, third]) {
    const seen = (await callTickets(app, theirs, 'GET', `/${id}`)).json()
    expect([seen.status, seen.lastText]).toEqual(['resolved', 'Agora está resolvido, Oficina do Chamado'])
  }

  await desk.getByRole('link', { name: 'Números' }).click()
  await desk.getByText('Rui Prado').waitFor()
  await desk.getByRole('link', { name: 'Prazos' }).click()
  const field = desk.getByLabel('Básico, Urgente: primeira resposta em horas úteis')
  await field.fill('100')
  await desk.getByRole('button', { name: 'Salvar prazos' }).click()
  await desk.getByText('a primeira resposta não pode ter mais tempo que a solução').waitFor()
  await field.fill('1,5')
  await desk.getByRole('button', { name: 'Salvar prazos' }).click()
  await desk.getByText('Prazos salvos').waitFor()
  expect((await callDesk(app, bia, 'GET', '/rules')).json().rules.targets.basic.urgent.answer).toBe(90)
})

test('a company narrows its tickets, and finds them so again after it has read one', async () => {
  const theirs = await company(app, 'Ótica do Chamado')
  const bill = { subject: 'Cobrança dobrada', category: 'billing', priority: 'urgent' }
  const { id } = await openTicketOf(app, theirs, bill)
  await openTicketOf(app, theirs, { subject: 'Cor do formulário', category: 'question' })
  await answerAs(app, bia, id, { text: 'Já estornamos.' })
  await deliver(app)
  const client = await openAs(site, theirs, '/tickets')
  const list = client.getByRole('list', { name: 'Chamados' })
  const shown = () => list.getByRole('link').allInnerTexts()
  await expect.poll(shown).toHaveLength(2)
  await client.getByRole('combobox', { name: 'Categoria' }).click()
  await client.getByRole('option', { name: 'Financeiro' }).click()
  await check(client.getByLabel('Só não lidos'))
  await expect.poll(shown).toEqual([expect.stringContaining('Cobrança dobrada')])
  expect(await accessibilityFaults(client)).toEqual([])
  await client.getByRole('link', { name: 'Todos', exact: true }).click()
  await expect.poll(shown).toHaveLength(1)
  await list.getByRole('link').click()
  // The list shows the answer's first words too.
  await client.getByRole('heading', { name: 'Cobrança dobrada' }).waitFor()
  await client.goBack()
  // It is read by now.
  await client.getByText('Nenhum chamado daqui é assim.').waitFor()
  await client.getByRole('button', { name: 'Limpar filtros' }).click()
  await expect.poll(shown).toHaveLength(2)
  await client.getByLabel('Buscar chamados').fill('formulario')
  await expect.poll(shown).toEqual(['Cor do formulário'])
  await client.reload()
  await expect.poll(shown).toEqual(['Cor do formulário'])
  const phone = await openAs(site, theirs, '/tickets?categoria=billing', views['phone light'])
  await phone.getByRole('link', { name: 'Cobrança dobrada' }).waitFor()
  expect(await fits(phone)).toBe(true)
  expect(await accessibilityFaults(phone)).toEqual([])
})

test('on a phone a company reads an answer and staff give one', async () => {
  const theirs = await company(app, 'Banca do Chamado')
  const { id, number } = await openTicketOf(app, theirs, { subject: 'Trocar o telefone da empresa' })
  await answerAs(app, bia, id, { text: 'Troque em Perfil.' })
  await deliver(app)
  const client = await openAs(site, theirs, '/tickets', views['phone dark'])
  await client.getByRole('link', { name: 'Resposta não lida: Trocar o telefone da empresa' }).click()
  await client.getByText('Troque em Perfil.').waitFor()
  expect(await fits(client)).toBe(true)
  await client.getByLabel('Sua resposta').fill('Deu certo, obrigado!')
  await client.getByRole('button', { name: 'Enviar' }).click()
  await client
    .getByRole('article', { name: /Mensagem de/ })
    .getByText('Deu certo, obrigado!')
    .waitFor()
  await expect.poll(async () => (await callTickets(app, theirs, 'GET', '/counts')).json().unread).toBe(0)

  const desk = await openAs(site, rui, '/admin/tickets', views['phone light'])
  await desk.getByLabel('Buscar em todos os chamados').fill(`#${number}`)
  await desk.getByRole('link', { name: 'Trocar o telefone da empresa' }).click()
  await desk.getByText('Deu certo, obrigado!').waitFor()
  expect(await fits(desk)).toBe(true)
  await desk.getByRole('combobox', { name: 'Depois de enviar' }).click()
  await desk.getByRole('option', { name: 'Enviar e resolver' }).click()
  await desk.getByLabel(/^Resposta para/).fill('Que bom!')
  await desk.getByRole('button', { name: 'Enviar', exact: true }).click()
  await desk.getByText(/O cliente recebe em/).waitFor()
  await deliver(app)
  await client.getByText('Que bom!').waitFor()
  await client.getByText('Como foi o atendimento?').waitFor()
})
