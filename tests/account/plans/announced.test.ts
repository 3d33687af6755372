import { expect, test } from 'vitest'
import { announced, featureText, isComing } from '../../../services/account/plans/announced/rules.ts'
import { promptFor } from '../../../services/assistant/chat/prompt.ts'
import { features } from '../../../services/features.ts'
import { openApp } from '../../kit/app.ts'

/** Promises of the landing page and of the plans, each with the feature that keeps it; a plan's limits aside. */
const promises: Record<string, string> = {
  'Formulário público': 'forms',
  'Formulário público de leads': 'forms',
  'Leads organizados': 'leads',
  'Lista de leads com busca': 'leads',
  'Registro de atividades': 'activities',
  'Aviso de novo lead por e-mail': 'notifications',
  'WhatsApp e Instagram': 'conversations',
  WhatsApp: 'conversations',
  Instagram: 'conversations',
  'Agenda on-line': 'booking',
  'Equipe e permissões': 'employees',
  'Atendimento prioritário': 'desk',
  Chamados: 'tickets',
  Compromissos: 'appointments',
  'E-mail marketing': 'campaigns',
  'Assistente virtual com a base da empresa': 'knowledge'
}

const exists = (name: string): boolean => features.some(feature => feature.name === name)

test('what exists is called announced nowhere, and what does not is, also where the assistant explains the plans', async () => {
  for (const { name, by } of announced) expect(exists(by), `${name} is released`).toBe(false)
  for (const [promise, by] of Object.entries(promises)) expect(isComing(promise), promise).toBe(!exists(by))

  const app = await openApp()
  const plans = (await app.inject('/public/plans')).json<{ name: string; features: string[] }[]>()
  const promised = plans.flatMap(plan => plan.features).filter(feature => !feature.startsWith('Tudo do'))
  const unclear = promised.filter(feature => !(feature in promises))
  expect(unclear, 'say above which feature keeps it').toEqual([])

  const [system] = promptFor({
    audience: 'visitor',
    settings: { productName: 'Prosa', assistantName: 'Lia', trialDays: 14 },
    plans: [
      { name: 'Tudo', price_cents: 100, description: '', leads_per_month: 1, users: 1, features: Object.keys(promises) }
    ],
    passages: [],
    figures: null,
    earlier: [],
    question: 'O que há?',
    open: null,
    cards: null
  })
  const coming = Object.keys(promises).filter(promise => !exists(promises[promise] ?? ''))
  expect(String(system?.content).match(/em breve/g)).toHaveLength(coming.length)
  for (const promise of coming) expect(system?.content).toContain(featureText(promise))
})
