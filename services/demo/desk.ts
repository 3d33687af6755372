import type { Trx } from '../core/db.ts'
import type {} from '../messaging/conversations/tables.ts'
import { answerDays } from '../privacy/privacy/rules.ts'
import type {} from '../privacy/privacy/tables.ts'
import { workday } from './clock.ts'
import { colleague, type Demo, knownLeads, later } from './context.ts'

const replies = [
  ['oi', 'Oi! Aqui é da Confeitaria Doce Jardim. Como podemos ajudar?'],
  ['prazo', 'Bolos pedem três dias de antecedência; mesas de doces e casamentos, pelo menos trinta.'],
  ['entrega', 'Entregamos de segunda a sábado, das 8h30 ao meio-dia. A taxa depende do bairro: qual é o seu?'],
  [
    'sabores',
    'Os mais pedidos: pistache com frutas vermelhas, maracujá, brigadeiro e doce de leite. Tem algum favorito?'
  ],
  ['degustacao', 'A degustação dura uma hora e não tem custo. Escolha o melhor horário em docejardim.example/agenda'],
  ['pagamento', 'Metade na reserva e metade na retirada. Aceitamos Pix, cartão e transferência.']
] as const

export async function addQuickReplies(trx: Trx, { companyId, clock }: Demo): Promise<void> {
  const at = clock.on(-40, '11:10')
  await trx
    .insertInto('quick_replies')
    .values(
      replies.map(
        ([shortcut, text]) => ({ company_id: companyId, owner_id: null, shortcut, text, updated_at: at }) as never
      )
    )
    .execute()
}

/** One request of a person that waits for its answer, and one that was answered in time. */
export async function addPrivacyRequests(trx: Trx, demo: Demo): Promise<void> {
  const { companyId, clock } = demo
  const leadsByName = await knownLeads(trx, demo)
  const request = (name: string, at: string) => {
    const lead = leadsByName.get(name)
    const received = { received_at: at, created_at: at, due_at: later(at, answerDays * 24 * 60) }
    return {
      company_id: companyId,
      name,
      email: lead?.email ?? null,
      phone: null,
      lead_ids: lead ? [lead.id] : [],
      simplified: false,
      ...received
    }
  }
  const [waiting, corrected] = [clock.ago(2.3 * workday), clock.ago(13.4 * workday)]
  await trx
    .insertInto('privacy_requests')
    .values([
      {
        ...request('Tereza Guimarães', waiting),
        kind: 'erasure',
        channel: 'page',
        details: 'Não quero mais receber contato. Por favor, apaguem os meus dados.'
      },
      {
        ...request('Jonas Quintela', corrected),
        kind: 'correction',
        channel: 'email',
        details: 'Mudei de telefone e o número antigo agora é de outra pessoa.',
        status: 'done',
        answered_at: clock.ago(12.8 * workday),
        answered_by: colleague(demo, 'owner')?.name ?? null,
        answer: 'Corrigimos o telefone no seu cadastro. Obrigado por avisar.'
      }
    ] as never)
    .execute()
}
