import type { Page } from 'playwright'
import { expect } from 'vitest'
import type { MailTemplate } from '../../../services/marketing/mailTemplates/schema.ts'
import { accessibilityFaults } from '../../kit/accessibility.ts'
import { company, sendLead, type Tenant } from '../../kit/app.ts'
import { openAs, openSite, browserTest as test, views } from '../../kit/site.ts'

const site = await openSite()

const blocks = (page: Page) =>
  page
    .getByRole('list', { name: 'Blocos do e-mail' })
    .locator('button[aria-expanded]')
    .evaluateAll(heads => heads.map(head => head.querySelector('b')?.textContent))

async function stored(who: Tenant): Promise<MailTemplate> {
  const call = (path: string) => site.app.inject({ url: `/api/email/templates${path}`, headers: who.auth })
  const [row] = (await call('')).json()
  return (await call(`/${row.id}`)).json()
}

test('a company writes a mail out of a ready one, sees it as a lead will, and finds it again on a phone', async () => {
  const ours = await company(site.app, 'Padaria do E-mail')
  await sendLead(site.app, ours.id, { name: 'Conceição Lima' })
  const page = await openAs(site, ours, '/email?aba=templates')
  await page.getByRole('link', { name: /^Boas-vindas/ }).click()
  const frame = page.frameLocator('iframe[title="Prévia do e-mail"]')
  await frame.getByText('Olá, Maria!').waitFor()
  await page.getByText('Botão sem link.').waitFor()

  // A warning leads to its block.
  await page.getByRole('button', { name: 'Ver bloco' }).click()
  await page.getByLabel('Link do botão').fill('wa.me/5511987654321')
  await page.getByLabel('Link do botão').blur()
  await expect.poll(() => page.getByLabel('Link do botão').inputValue()).toBe('https://wa.me/5511987654321')
  await page.getByText('Botão sem link.').waitFor({ state: 'hidden' })

  // A variable is chosen, not typed.
  await page.getByRole('button', { name: /^Título/ }).click()
  await page.getByLabel('Título', { exact: true }).fill('Bom dia, ')
  await page.getByRole('button', { name: 'Variável em Título' }).click()
  await page.getByLabel('Se não houver, escrever').fill('amigo')
  await page.getByRole('button', { name: 'Inserir', exact: true }).click()
  await expect
    .poll(() => page.getByLabel('Título', { exact: true }).inputValue())
    .toBe('Bom dia, {{ primeiro_nome | default: "amigo" }}')
  await frame.getByRole('heading', { name: 'Bom dia, Maria' }).waitFor()
  await page.getByRole('button', { name: 'Escolher um lead' }).click()
  await page.getByLabel('Nome, telefone, e-mail ou CNPJ').fill('Conceição')
  await page.getByRole('button', { name: /^Conceição Lima/ }).click()
  await frame.getByRole('heading', { name: 'Bom dia, Conceição' }).waitFor()

  // Rich text: bold by the keyboard, and typed text stays in its place.
  await page.getByRole('button', { name: 'Adicionar bloco: Texto' }).click()
  const text = page.getByRole('textbox', { name: 'Texto', exact: true })
  await text.click()
  await page.keyboard.type('Feito com ')
  await page.keyboard.press('Control+b')
  await page.keyboard.type('carinho')
  await frame.locator('strong', { hasText: 'carinho' }).waitFor()
  await page.getByRole('button', { name: 'Variável em Texto', exact: true }).click()
  await page.getByLabel('Se não houver, escrever').fill('você')
  await page.getByRole('button', { name: 'Inserir', exact: true }).click()
  await text.getByText('Primeiro nome ou “você”').waitFor()
  await frame.locator('strong', { hasText: 'Conceição' }).waitFor()

  // A block is moved by the keyboard, and one that is removed comes back.
  expect(await blocks(page)).toEqual(['Título', 'Texto', 'Texto', 'Botão', 'Texto'])
  await page.getByRole('button', { name: /^Botão/ }).focus()
  await page.keyboard.press('Alt+ArrowUp')
  await expect.poll(() => blocks(page)).toEqual(['Título', 'Texto', 'Botão', 'Texto', 'Texto'])
  await page.getByRole('button', { name: 'Remover Botão' }).click()
  await expect.poll(() => blocks(page)).toEqual(['Título', 'Texto', 'Texto', 'Texto'])
  await page.getByRole('alert').or(page.locator('.MuiSnackbar-root')).getByRole('button', { name: 'Desfazer' }).click()
  await expect.poll(() => blocks(page)).toEqual(['Título', 'Texto', 'Botão', 'Texto', 'Texto'])
  expect(await accessibilityFaults(page)).toEqual([])

  // Unsaved text outlives a reload.
  page.once('dialog', dialog => dialog.accept())
  await page.reload()
  await page.getByText('Retomamos o que você escreveu').waitFor()
  await frame.getByRole('heading', { name: 'Bom dia, Maria' }).waitFor()
  await page.getByRole('button', { name: 'Só texto' }).click()
  await page.getByLabel('E-mail só com texto').getByText('Para não receber mais').waitFor()
  await page.getByRole('button', { name: 'Salvar', exact: true }).click()
  await page.getByText('Modelo salvo').waitFor()
  await page.waitForURL(/\/email\/templates\/[0-9a-f]{24}$/)
  const saved = await stored(ours)
  expect(saved.body.blocks.map(({ type }) => type)).toEqual(['heading', 'text', 'button', 'text', 'text'])
  const variable = { type: 'text', text: '{{ primeiro_nome | default: "você" }}', marks: [{ type: 'bold' }] }
  expect(saved.body.blocks[1]).toMatchObject({
    doc: { content: [{ content: [{ text: 'Feito com ' }, { text: 'carinho', marks: [{ type: 'bold' }] }, variable] }] }
  })

  // Somebody else was quicker: one decides whose words stay.
  const phone = await openAs(site, ours, '/email?aba=templates', views['phone dark'])
  await phone.getByRole('link', { name: 'Boas-vindas' }).click()
  await phone.getByLabel('Assunto', { exact: true }).fill('Do telefone')
  const { name, preheader, body } = saved
  const changeAsOther = (version: number) =>
    site.app.inject({
      method: 'PUT',
      url: `/api/email/templates/${saved.id}`,
      headers: ours.auth,
      payload: { name, subject: 'De outra pessoa', preheader, body, version }
    })
  await changeAsOther(saved.version)
  await phone.getByRole('button', { name: 'Salvar', exact: true }).click()
  await phone.getByText('Alguém mudou este modelo').waitFor()
  await phone.getByRole('button', { name: 'Usar a versão salva' }).click()
  const subject = phone.getByLabel('Assunto', { exact: true })
  await expect.poll(() => subject.inputValue()).toBe('De outra pessoa')
  await phone.getByRole('button', { name: 'Desfazer' }).click()
  await expect.poll(() => subject.inputValue()).toBe('Do telefone')
  await changeAsOther(saved.version + 1)
  await phone.getByRole('button', { name: 'Salvar', exact: true }).click()
  await phone.getByRole('button', { name: 'Ficar com a minha' }).click()
  await phone.getByText('Modelo salvo').waitFor()
  expect((await stored(ours)).subject).toBe('Do telefone')
  await phone.getByRole('button', { name: 'Ver o e-mail' }).click()
  await phone.frameLocator('iframe').getByRole('heading', { name: 'Bom dia, Maria' }).waitFor()
  expect(await phone.evaluate(() => document.documentElement.scrollWidth)).toBe(360)

  await phone.getByRole('button', { name: 'Excluir modelo' }).click()
  await phone.getByRole('dialog').getByRole('button', { name: 'Excluir' }).click()
  await phone.getByText('Comece por um modelo pronto').waitFor()
})
