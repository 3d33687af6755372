import { readFile } from 'node:fs/promises'
import path from 'node:path'
import { expect } from 'vitest'
import { accessibilityFaults } from '../../kit/accessibility.ts'
import { newDataDir } from '../../kit/app.ts'
import { openSite, browserTest as test, views, visit } from '../../kit/site.ts'
import { staff } from '../../kit/staff.ts'

const site = await openSite({ DATA_DIR: newDataDir() })

test('an administrator has a backup made, and downloads it for the password', async () => {
  const admin = await staff(site.app, 'global_admin')
  const { page, context, problems } = await visit(site.url, views['phone dark'])
  await page.goto('/login')
  await page.getByRole('textbox', { name: 'E-mail' }).fill(admin.email)
  await page.locator('[name=password]').fill(admin.password)
  await page.getByRole('button', { name: 'Entrar' }).click()
  await page.waitForURL('**/admin')
  await page.getByRole('link', { name: 'Ainda não há nenhum backup' }).click()
  await page.getByText('Nenhum backup ainda').waitFor()
  await page.getByRole('button', { name: 'Fazer backup agora' }).click()
  const list = page.getByRole('list', { name: 'Backups feitos' })
  await list.getByText('Conferido').waitFor()
  expect(await accessibilityFaults(page)).toEqual([])

  await list.getByRole('button', { name: 'Baixar' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Sua senha').fill('errada')
  await dialog.getByRole('button', { name: 'Baixar' }).click()
  await dialog.getByText('Senha incorreta.').waitFor()
  await dialog.getByLabel('Sua senha').fill(admin.password)
  const saved = page.waitForEvent('download')
  await dialog.getByRole('button', { name: 'Baixar' }).click()
  const file = await saved
  const made = path.join(site.app.config.backups.folder, file.suggestedFilename())
  expect((await readFile(await file.path())).equals(await readFile(made))).toBe(true)
  await dialog.waitFor({ state: 'hidden' })

  await page.goto('/admin')
  await page.getByRole('link', { name: /^Último backup: hoje, \d\d:\d\d · \d+ KB · conferido$/ }).waitFor()
  expect(problems).toEqual([])
  await context.close()
})
