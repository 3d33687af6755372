import { expect } from 'vitest'
import { chatTexts } from '../../../services/assistant/chat/rules.ts'
import { accessibilityFaults } from '../../kit/accessibility.ts'
import { company, sendLead } from '../../kit/app.ts'
import { openProvider, saveKey } from '../../kit/chat.ts'
import { staff } from '../../kit/people.ts'
import { boxOf, openSite, browserTest as test, views, visitAs } from '../../kit/site.ts'

const peer = await openProvider()
const site = await openSite({ OPENAI_BASE_URL: peer.url, OPENAI_MODEL: 'small' })
await saveKey(site.app, await staff(site.app, 'global_admin'))

test.for(['desktop light', 'phone dark'])(
  'on the page of a lead Lia is asked for a change, which shows there once it is confirmed by keyboard, %s',
  async name => {
    const ours = await company(site.app, 'Padaria Central')
    const id = (await sendLead(site.app, ours.id)).json().id
    await sendLead(site.app, ours.id, { email: 'outra@example.com', phone: '(21) 99876-5432' })
    peer.reply = ({ messages }) => ({
      calls: [{ name: 'change_status', arguments: { lead: 'Ada', status: 'contacted', about: messages.length } }]
    })
    const { page, context, problems } = await visitAs(site, ours, views[name])
    await page.goto(`/leads/${id}`)
    await page.getByRole('heading', { name: 'Ada Souza' }).first().waitFor()
    await page.getByRole('button', { name: 'Abrir a assistente virtual' }).press('Enter')
    const chat = page.getByRole('dialog', { name: 'Lia, assistente virtual' })
    await chat.getByRole('textbox', { name: 'Mensagem' }).fill('Já falei com a Ada')
    await page.keyboard.press('Enter')

    const choice = chat.getByRole('group', { name: 'Mudar qual lead para Em contato?' })
    await choice.waitFor()
    const spoken = chat.locator('[aria-live=polite]')
    await expect.poll(() => spoken.textContent()).toContain('Escolha um de 2')
    // An answer takes the focus of nobody who goes on writing.
    expect(await chat.getByRole('textbox', { name: 'Mensagem' }).evaluate(box => box === document.activeElement)).toBe(
      true
    )
    await expect.poll(() => choice.getByRole('button', { name: 'Confirmar' }).count()).toBe(0)
    await choice.getByRole('button', { name: 'Ada Souza (11) 98765-4321' }).press('Enter')

    const card = chat.getByRole('group', { name: 'Mudar Ada Souza para Em contato' })
    await card.waitFor()
    expect(await card.evaluate(box => box === document.activeElement)).toBe(true)
    expect(await accessibilityFaults(page)).toEqual([])
    await page.keyboard.press('Tab')
    await page.keyboard.press('Tab')
    await page.keyboard.press('Enter')
    await card.getByText('Feito: Situação alterada.').waitFor()
    expect(await card.evaluate(box => box === document.activeElement)).toBe(true)
    await expect.poll(() => spoken.textContent()).toContain('Feito: Situação alterada.')
    expect(await chat.evaluate(box => box.scrollWidth <= box.clientWidth)).toBe(true)

    await chat.getByRole('button', { name: 'Fechar' }).click()
    await page.getByText('Lia, a pedido de Pessoa de Teste').first().waitFor()

    // The card keeps its outcome after a reload.
    await page.reload()
    await page.getByRole('button', { name: 'Abrir a assistente virtual' }).press('Enter')
    await chat.getByText(chatTexts.proposal.choose).waitFor()
    await card.getByText('Feito: Situação alterada.').waitFor()
    expect(problems).toEqual([])
    await context.close()
  }
)

test.for(['desktop dark', 'phone light'])(
  'on the page of a lead Lia is asked for an appointment, which shows there once it is confirmed, %s',
  async name => {
    const ours = await company(site.app, 'Padaria Central')
    const id = (await sendLead(site.app, ours.id)).json().id
    peer.reply = ({ messages }) =>
      messages.at(-1)?.role === 'user'
        ? {
            calls: [
              {
                name: 'book_appointment',
                arguments: { lead: 'Ada', when: 'amanhã às 10h', title: 'Visita técnica', minutes: 90 }
              }
            ]
          }
        : 'Certo.'
    const { page, context, problems } = await visitAs(site, ours, views[name])
    await page.goto(`/leads/${id}`)
    await page.getByRole('heading', { name: 'Ada Souza' }).first().waitFor()
    await page.getByRole('button', { name: 'Abrir a assistente virtual' }).press('Enter')
    const chat = page.getByRole('dialog', { name: 'Lia, assistente virtual' })
    await chat.getByRole('textbox', { name: 'Mensagem' }).fill('Marca uma visita amanhã às 10h')
    await page.keyboard.press('Enter')
    const card = chat.getByRole('group', { name: 'Marcar um horário com Ada Souza' })
    await card.getByText(/^Amanhã.*, às 10h, por 1 h 30 min$/).waitFor()
    await card.getByText('Com Pessoa de Teste').waitFor()
    expect(await accessibilityFaults(page)).toEqual([])
    // Beside the assistant the page puts its parts where there is room for them.
    const note = await boxOf(page.getByRole('textbox', { name: 'Nota' }))
    const next = await boxOf(page.getByText('Este lead não tem próxima ação.'))
    expect(note.x + note.width <= next.x || next.y + next.height <= note.y).toBe(true)
    await card.getByRole('button', { name: 'Confirmar' }).click()
    await card.getByText('Feito: Horário marcado.').waitFor()
    expect(await chat.evaluate(box => box.scrollWidth <= box.clientWidth)).toBe(true)
    await chat.getByRole('button', { name: 'Fechar' }).click()
    await page.getByText('Visita técnica').first().waitFor()
    expect(problems).toEqual([])
    await context.close()
  }
)

test('Lia knows which lead’s page is open, and of none on other pages', async () => {
  const ours = await company(site.app, 'Padaria Central')
  const id = (await sendLead(site.app, ours.id, { name: 'Rui Prado' })).json().id
  peer.reply = () => 'Certo.'
  const { page, problems } = await visitAs(site, ours)
  await page.goto(`/leads/${id}`)
  await page.getByRole('heading', { name: 'Rui Prado' }).first().waitFor()
  await page.getByRole('button', { name: 'Abrir a assistente virtual' }).press('Enter')
  const chat = page.getByRole('dialog', { name: 'Lia, assistente virtual' })
  const write = async (text: string) => {
    const calls = peer.calls.length
    await chat.getByRole('textbox', { name: 'Mensagem' }).fill(text)
    await page.keyboard.press('Enter')
    await expect.poll(() => peer.calls.length).toBe(calls + 1)
    return peer.calls.at(-1)?.messages[0]?.content ?? ''
  }
  expect(await write('Quem é este lead?')).toContain('Nome: Rui Prado')
  await page.goto('/leads')
  await page.getByRole('button', { name: 'Abrir a assistente virtual' }).press('Enter')
  expect(await write('Quem é este lead?')).not.toContain('Nome: Rui Prado')
  expect(problems).toEqual([])
})
