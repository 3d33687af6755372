import { expect } from 'vitest'
import { openLeadSite } from '../kit/leads.ts'
import { browserTest as test } from '../kit/site.ts'

const { open, withLead } = await openLeadSite()

test('the later of two things that end in one moment is said, and its words are not lost with the earlier', async () => {
  const { ours } = await withLead()
  const { page, context, problems } = await open(ours, '/calendar')
  await page.getByRole('link', { name: 'Configurações' }).click()
  const holidays = page.getByRole('checkbox', { name: 'Não atender nos feriados nacionais' })
  const hours = page.getByRole('button', { name: 'Salvar horário' })
  await holidays.waitFor()
  // Their answers come one after the other, as far apart as drawing the first takes on a slow machine.
  await (await context.newCDPSession(page)).send('Emulation.setCPUThrottlingRate', { rate: 4 })
  await page.evaluate(() => {
    const { fetch } = window
    const held: (() => void)[] = []
    let gap = 0
    window.fetch = async (...request) => {
      const answer = await fetch(...request)
      if (request[1]?.method !== 'PUT') return answer
      return new Promise(resolve => {
        held.push(() => resolve(answer))
        if (held.length < 2) return
        for (const [n, free] of held.splice(0).entries()) setTimeout(free, n * gap)
        gap += 3
      })
    }
  })
  const said = page.getByRole('region', { name: 'Avisos' }).getByRole('status')
  for (let round = 0; round < 8; round++) {
    await holidays.click()
    await hours.click()
    await expect.poll(() => said.allTextContents()).toEqual(['Horário salvo'])
    await page.keyboard.press('Escape')
    await said.waitFor({ state: 'detached' })
  }
  expect(problems).toEqual([])
  await context.close()
})
