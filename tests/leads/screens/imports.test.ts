import { sql } from 'kysely'
import type { Locator } from 'playwright'
import { expect } from 'vitest'
import writeXlsx from 'write-excel-file/node'
import { accessibilityFaults } from '../../kit/accessibility.ts'
import { company } from '../../kit/app.ts'
import { publishFields } from '../../kit/forms.ts'
import { importFile, upload } from '../../kit/imports.ts'
import { messyList } from '../../kit/messyList.ts'
import { colleague } from '../../kit/people.ts'
import { nothingFor } from '../../kit/quiet.ts'
import { openSite, browserTest as test, views, visitAs } from '../../kit/site.ts'

const site = await openSite()

test.for(['desktop light', 'phone light'])('a list is brought in, looked at and taken back, %s', async name => {
  const ours = await company(site.app)
  const { page, context, problems } = await visitAs(site, ours, views[name])
  await page.goto('/leads/import')
  await page.getByLabel('Arquivo').setInputFiles({
    name: 'clientes.csv',
    mimeType: 'text/csv',
    buffer: Buffer.from(
      'Nome;E-mail;Celular\r\nJo\xe3o;joao@example.com;11 98765-4321\r\nBia;bia@example.com;5,51199E+12\r\n' +
        'Caio;caio@example.com;11 98765-4322\r\n',
      'latin1'
    )
  })
  await page.getByText('CSV, Windows-1252, ponto e vírgula').waitFor()
  await page.getByRole('button', { name: 'Conferir antes de importar' }).click()
  await page.getByText('Diga de onde vem esta lista.').waitFor()
  await page.getByLabel('De onde vem esta lista?').click()
  await page.getByRole('option', { name: 'São nossos clientes' }).click()
  await page.getByRole('button', { name: 'Conferir antes de importar' }).click()
  await page.getByText('Na linha 3: “5,51199E+12”').waitFor()
  await page.getByRole('button', { name: 'Importar 2 leads' }).click()
  await page.getByRole('button', { name: 'Desfazer importação' }).waitFor()
  await page.reload()
  await page.getByRole('button', { name: 'Desfazer importação' }).waitFor()

  // The import is found again after the page was closed.
  await page.goto('/leads/import')
  await page.getByText('2 novos · 0 atualizados · 1 não importado', { exact: true }).waitFor()
  await page.getByRole('link', { name: 'clientes.csv' }).click()
  const saved = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Baixar linhas com erro' }).click()
  expect((await saved).suggestedFilename()).toBe('linhas-com-erro.csv')
  const leads = async (): Promise<{ id: string; name: string }[]> =>
    (await site.app.inject({ url: '/api/leads', headers: ours.auth })).json()
  const names = async () => (await leads()).map(({ name }) => name).sort()
  expect(await names()).toEqual(['Caio', 'João'])
  const { id } = (await leads()).find(({ name }) => name === 'Caio') ?? {}
  await site.app.inject({ method: 'PUT', url: `/api/leads/${id}`, headers: ours.auth, payload: { message: 'Ligar' } })
  await page.getByRole('button', { name: 'Desfazer importação' }).click()
  await page.getByRole('button', { name: 'Desfazer', exact: true }).click()
  await page.getByText('1 lead criado saiu da lista. 1 lead ficou, porque alguém mexeu depois.').waitFor()
  const kept = page.getByRole('region', { name: 'O que ficou' })
  await kept.getByText('Alguém já trabalhou neste lead.').waitFor()
  expect(await kept.getByRole('link').allTextContents()).toEqual(['Caio'])
  expect(await names()).toEqual(['Caio'])
  expect(problems).toEqual([])
  await context.close()
})

test.for(Object.keys(views))(
  'a list with thirty kinds of mistakes is in or explained after eight clicks, %s',
  async name => {
    const ours = await company(site.app)
    const { userId } = await colleague(site.app, ours.id, { permissions: ['edit_leads'] })
    await site.app.db.everyCompany(trx => sql`update users set name = 'José Silva' where id = ${userId}`.execute(trx))
    await publishFields(site.app, ours, [
      { name: 'interesse', label: 'Interesse', type: 'select', options: ['Plano básico', 'Plano completo'] },
      { name: 'orcamento', label: 'Orçamento', type: 'number' }
    ])
    const { page, context, problems } = await visitAs(site, ours, views[name])
    let clicks = 0
    const click = (what: Locator) => {
      clicks++
      return what.click()
    }
    await page.goto('/leads/import')
    clicks++
    await page
      .getByLabel('Arquivo')
      .setInputFiles({ name: 'clientes 2025.csv', mimeType: 'text/csv', buffer: messyList() })
    await click(page.getByLabel('De onde vem esta lista?'))
    await click(page.getByRole('option', { name: 'São nossos clientes' }))
    await page.getByLabel('Como e quando o consentimento foi dado').fill('Assinaram a ficha da loja')
    await click(page.getByRole('button', { name: 'Conferir antes de importar' }))

    const faults = page.getByRole('region', { name: 'O que não foi reconhecido' })
    await faults.getByText(/“Zé”/).waitFor()
    await expect.poll(() => faults.getByLabel('Vendedor “Zé” é').textContent()).toBe('José Silva')
    await expect.poll(() => faults.getByLabel('Situação “em negociação” é').textContent()).toBe('Em contato')
    await expect.poll(() => faults.getByLabel('Situação “xpto” é').textContent()).toBe('Deixar a linha de fora')
    await click(faults.getByLabel('Importar também estas linhas, deixando em branco o que não foi reconhecido'))
    await expect.poll(() => faults.getByLabel('Situação “xpto” é').textContent()).toBe('Deixar em branco')
    await click(page.getByRole('button', { name: 'Aplicar as escolhas' }))
    const enter = page.getByRole('button', { name: /^Importar 2\d\d leads$/ })
    await enter.waitFor()
    await faults.getByText('Ficam de fora', { exact: false }).first().waitFor()
    await click(enter)
    await page.getByText('Concluída').waitFor()
    expect(clicks).toBeLessThanOrEqual(8)
    const [done] = (await site.app.inject({ url: '/api/imports', headers: ours.auth })).json()
    const { created, duplicate, error, ignored } = done.run.counts
    expect([created + duplicate + error, ignored]).toEqual([299, 2])
    expect(created).toBeGreaterThan(260)
    expect(problems).toEqual([])
    await context.close()
  }
)

test('an import that stopped says so, and is tried again where it is', async () => {
  const ours = await company(site.app)
  const { id } = await importFile(site.app, ours, 'Nome;E-mail\r\nAna;ana@example.com\r\nBia;bia@example.com')
  await site.app.db.company(ours.id, trx =>
    sql`
      update operations set state = 'failed', done = 1, changed = 1, error = 'Faltou espaço no servidor.',
        result = '{"failedAt": "running"}' where kind = 'import'`.execute(trx)
  )
  const { page, context, problems } = await visitAs(site, ours)
  await page.goto(`/leads/import/${id}`)
  await page.getByText('A importação parou na linha 1 de 2: 1 lead já entrou e pode ser desfeito.').waitFor()
  await page.getByText('Faltou espaço no servidor.').waitFor()
  await page.getByText('Interrompida').waitFor()
  await page.getByRole('button', { name: 'Tentar de novo' }).click()
  await page.getByText('Concluída').waitFor()
  expect(problems).toEqual([])
  await context.close()
})

test('leaving while a file is on its way keeps the new page, and the import is found again', async () => {
  const ours = await company(site.app)
  const { page, context, problems } = await visitAs(site, ours)
  await page.goto('/leads/import')
  let arrived = () => {}
  const onItsWay = new Promise<void>(resolve => {
    arrived = resolve
  })
  await page.route('**/api/imports?name=*', async route => {
    await onItsWay
    await route.continue()
  })
  await page.getByLabel('Arquivo').setInputFiles({
    name: 'clientes.csv',
    mimeType: 'text/csv',
    buffer: Buffer.from('Nome;E-mail\r\nBia;bia@example.com\r\n')
  })
  await page.getByText(/^(Enviando|Lendo)/).waitFor()
  await page.getByRole('link', { name: 'Painel' }).click()
  await page.getByRole('heading', { name: 'Painel', level: 1 }).waitFor()
  const answered = page.waitForResponse('**/api/imports?name=*')
  arrived()
  expect((await answered).status()).toBe(201)
  await nothingFor(300, () => new URL(page.url()).pathname, '/dashboard')
  await page.goto('/leads/import')
  const left = page.getByRole('listitem').filter({ hasText: 'clientes.csv' })
  await left.getByText('Falta importar').waitFor()
  await left.getByRole('link', { name: 'clientes.csv' }).click()
  await page.getByRole('button', { name: 'Conferir antes de importar' }).waitFor()
  expect(problems).toEqual([])
  await context.close()
})

test('what was said of a list and its columns outlives a reload', async () => {
  const ours = await company(site.app)
  const { page, context, problems } = await visitAs(site, ours)
  const { id } = (await upload(site.app, ours, 'Nome;E-mail;Apelido\r\nBia;bia@example.com;B')).json()
  await page.goto(`/leads/import/${id}`)
  await page.getByLabel('A coluna Apelido é').click()
  await page.getByRole('option', { name: 'Mensagem' }).click()
  await page.getByLabel('De onde vem esta lista?').click()
  await page.getByRole('option', { name: 'São nossos clientes' }).click()
  await page.getByLabel('Etiquetas', { exact: true }).fill('feira')
  await page.reload()
  await page.getByLabel('A coluna Apelido é').waitFor()
  await expect.poll(() => page.getByLabel('A coluna Apelido é').textContent()).toBe('Mensagem')
  await expect.poll(() => page.getByLabel('De onde vem esta lista?').textContent()).toContain('São nossos clientes')
  await expect.poll(() => page.getByLabel('Etiquetas', { exact: true }).inputValue()).toBe('feira')
  await page.getByRole('button', { name: 'Conferir antes de importar' }).click()
  await page.getByRole('button', { name: 'Importar 1 lead' }).waitFor()
  expect(problems).toEqual([])
  await context.close()
})

test('the screen says how much room there is for files, warns before it is full, and takes back what nobody imported', async () => {
  const ours = await company(site.app)
  const { page, context, problems } = await visitAs(site, ours)
  const sent = await upload(site.app, ours, 'Nome;E-mail\r\nAna;ana@example.com', 'feira.csv')
  expect(sent.statusCode).toBe(201)
  await page.goto('/leads/import')
  await page.getByText('Espaço para arquivos: 0 MB de 50 MB em uso.').waitFor()
  await page.getByRole('button', { name: 'Apagar feira.csv' }).click()
  await page.getByText('Nenhuma até agora. A primeira aparece aqui.').waitFor()

  await site.app.db.company(ours.id, trx =>
    trx
      .insertInto('files')
      .values({
        company_id: ours.id,
        name: 'antigo.csv',
        type: 'import',
        size: 50 * 1024 * 1024 - 10,
        expires_at: new Date(Date.now() + 24 * 3600_000)
      })
      .execute()
  )
  await page.reload()
  await page.getByText(/O espaço para arquivos de importação está quase no fim: 50 MB de 50 MB em uso/).waitFor()
  await page.getByLabel('Arquivo').setInputFiles({
    name: 'outro.csv',
    mimeType: 'text/csv',
    buffer: Buffer.from('Nome;E-mail\r\nAna;ana@example.com')
  })
  await page.getByText(/Não há espaço para este arquivo: .* Apague um arquivo/).waitFor()
  expect(problems).toEqual([])
  await context.close()
})

test('the wizard shows what its amounts and dates become', async () => {
  const ours = await company(site.app)
  const { page, context, problems } = await visitAs(site, ours)
  const rows = [
    ['Nome', 'E-mail', 'Endereço', 'Valor', 'Data'],
    ['Ana', 'ana@example.com', 'Rua A,12', 127.415, '2026-03-05T14:02:11-05:00']
  ]
  await page.goto('/leads/import')
  await page.getByLabel('Arquivo').setInputFiles({
    name: 'clientes.xlsx',
    mimeType: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
    buffer: await writeXlsx(rows.map(row => row.map(value => ({ value }))) as never).toBuffer()
  })
  await page.getByText('127,415 → R$ 127,42', { exact: true }).waitFor()
  await page.getByText('2026-03-05T14:02:11-05:00 → 05/03/2026 16:02', { exact: true }).waitFor()
  expect(problems).toEqual([])
  await context.close()
})

test.for(Object.keys(views))('how columns are read is chosen, and what is left out is named, %s', async name => {
  const ours = await company(site.app)
  const { page, context, problems } = await visitAs(site, ours, views[name])
  await page.goto('/leads/import')
  await page.getByLabel('Arquivo').setInputFiles({
    name: 'clientes.csv',
    mimeType: 'text/csv',
    buffer: Buffer.from(
      'Nome;Número de celular;Vlr. Orçamento (R$);Dt. Contato;Signo\r\n' +
        'MARIA DA SILVA;11 98765-4321 / 11 3333-4444;1.500;03/04/2025;Áries\r\nJOS\xc9 MEIRA;wa.me/5511987654322;2.000;;Peixes\r\n',
      'latin1'
    )
  })
  await page.getByText('MARIA DA SILVA → Maria da Silva').waitFor()
  await page.getByText('1.500 → R$ 1.500,00').waitFor()
  await page.getByText('wa.me/5511987654322 → (11) 98765-4322').waitFor()
  await page.getByLabel('Números da coluna Vlr. Orçamento (R$)').click()
  await page.getByRole('option', { name: 'ponto decimal (1,500.00)' }).click()
  await page.getByText('1.500 → R$ 1,50').waitFor()
  await page.getByText('03/04/2025').first().waitFor()
  await expect.poll(() => page.getByText('03/04/2025 →').count()).toBe(0)
  await page.getByLabel('Datas da coluna Dt. Contato').click()
  await page.getByRole('option', { name: 'mês/dia/ano (12/31/2026)' }).click()
  await page.getByText('03/04/2025 → 04/03/2025').waitFor()
  await expect.poll(() => page.getByLabel('Codificação das letras').textContent()).toBe('Windows-1252')
  await page.getByText('Os acentos estão certos? “Número de celular”').waitFor()
  expect(await accessibilityFaults(page)).toEqual([])
  await page.getByLabel('De onde vem esta lista?').click()
  await page.getByRole('option', { name: 'São nossos clientes' }).click()
  await page.getByRole('button', { name: 'Conferir antes de importar' }).click()
  await page.getByText('1 coluna fica de fora: Signo.').waitFor()
  await page.getByText('1 lead está sem data: não entra na fila do dia', { exact: false }).waitFor()
  const two = page.getByLabel('Número de celular: Tem mais de um telefone. Deixe um só.')
  await expect.poll(() => two.textContent()).toBe('Usar o primeiro')
  await page.getByText('Os outros ficam na mensagem do lead.', { exact: false }).waitFor()
  // Nothing that is said lies under the assistant's button on a phone, wherever the page is scrolled to.
  if (name.startsWith('phone')) {
    const covered = () =>
      page.evaluate(() => {
        const button = document.querySelector('.chat-corner button')?.getBoundingClientRect()
        const notices = [...document.querySelectorAll('[role=alert]')].map(notice => notice.getBoundingClientRect())
        return notices.some(
          ({ left, right, top, bottom }) =>
            button && left < button.right && right > button.left && top < button.bottom && bottom > button.top
        )
      })
    for (const notice of await page.getByRole('alert').all()) {
      await notice.evaluate(element => element.scrollIntoView({ block: 'end' }))
      await page.mouse.wheel(0, 130)
      await expect.poll(covered).toBe(false)
    }
  }
  expect(await accessibilityFaults(page)).toEqual([])
  await page.getByRole('button', { name: 'Aplicar as escolhas' }).click()
  await page.getByRole('button', { name: 'Importar 2 leads' }).click()
  await page.getByText('Concluída').waitFor()
  await page.getByText('1 coluna fica de fora: Signo.').waitFor()
  expect(await accessibilityFaults(page)).toEqual([])
  await page.getByRole('button', { name: 'Guardar Signo como campo' }).click()
  await page.getByRole('button', { name: 'Importar 2 leads' }).click()
  await page.getByText('Concluída').waitFor()
  await page.getByText('fica de fora').waitFor({ state: 'detached' })
  const leads = (await site.app.inject({ url: '/api/leads', headers: ours.auth })).json()
  expect(leads.find((lead: { name: string }) => lead.name === 'Maria da Silva')).toMatchObject({
    valueCents: 150,
    phone: '11987654321',
    phones: [{ value: '11987654321' }, { value: '1133334444' }],
    custom: { signo: 'Áries' }
  })
  await page.goto('/leads/import')
  const fields = page.getByRole('region', { name: 'Campos feitos de colunas' })
  await fields.getByText('Signo').waitFor()
  expect(await accessibilityFaults(page)).toEqual([])
  await fields.getByRole('button', { name: 'Excluir o campo Signo' }).click()
  await page.getByText('Campo excluído: Signo').waitFor()
  await fields.waitFor({ state: 'detached' })
  await page.getByRole('button', { name: 'Desfazer' }).click()
  await fields.getByText('Signo').waitFor()
  expect(problems).toEqual([])
  await context.close()
})

test('letters that are wrong are put right by choosing how they are written', async () => {
  const ours = await company(site.app)
  const { page, context, problems } = await visitAs(site, ours)
  // The É of CP850, which alone is as good a letter of Mac Roman.
  const { id } = (await upload(site.app, ours, Buffer.from('Nome;E-mail\r\nJOS\x90;jose@example.com', 'latin1'))).json()
  await page.goto(`/leads/import/${id}`)
  await page.getByLabel('Codificação das letras').click()
  await page.getByRole('option', { name: 'DOS (CP850)' }).click()
  await page.getByText('Os acentos estão certos? “JOSÉ”').waitFor()
  await expect.poll(() => page.getByLabel('A coluna Nome é').textContent()).toBe('Nome')
  expect(problems).toEqual([])
  await context.close()
})

test('a progress bar that stands still says why', async () => {
  const ours = await company(site.app)
  const { page, context, problems } = await visitAs(site, ours)
  const { id } = await importFile(site.app, ours, 'Nome;E-mail\r\nAna;ana@example.com')
  await site.app.db.company(ours.id, trx =>
    sql`update operations set state = 'running', done = 0 where kind = 'import'`.execute(trx)
  )
  await page.clock.install()
  await page.goto(`/leads/import/${id}`)
  await page.getByText('Importadas: 0 de 1 linha', { exact: true }).waitFor()
  await page.clock.fastForward(20_000)
  await page.getByText('O trabalho continua sozinho de onde parou', { exact: false }).waitFor()
  expect(problems).toEqual([])
  await context.close()
})
