import type { AccountMail } from '../../platform/email/account.ts'
import type { Certificate } from './certificate.ts'
import { certificateNumber, type Refusal, type RequestKind, refusalLabels, requestLabels } from './rules.ts'

// No mail greets by name or repeats personal data: a reader of the mailbox must still open the link.

type Speaker = { id: string; name: string }

export const personLinkMail = (to: string, company: Speaker, url: string): AccountMail => ({
  to,
  companyId: company.id,
  subject: `Seus dados em ${company.name}`,
  paragraphs: [
    'Olá,',
    `Recebemos um pedido para ver os dados pessoais que ${company.name} guarda sobre você. Pelo link abaixo você vê, baixa e corrige os seus dados, retira consentimentos, se opõe a um uso deles e pede a exclusão.`
  ],
  action: { label: 'Ver meus dados', url },
  note: 'O link vale por 30 minutos e só pode ser usado uma vez. Se você não fez este pedido, ignore esta mensagem.'
})

type Outcome = { kind: RequestKind; status: string; refusal: Refusal | null; answer: string }

export const outcomeMail = (
  to: string,
  company: Speaker,
  { kind, status, refusal, answer }: Outcome,
  url: string
): AccountMail => ({
  to,
  companyId: company.id,
  subject: `Seu pedido a ${company.name}: ${requestLabels[kind].toLowerCase()}`,
  paragraphs: [
    'Olá,',
    status === 'done'
      ? `${company.name} atendeu o seu pedido (${requestLabels[kind].toLowerCase()}).`
      : `${company.name} não pôde atender o seu pedido (${requestLabels[kind].toLowerCase()}).`,
    ...(refusal ? [`Motivo: ${refusalLabels[refusal]}.`] : []),
    ...(answer ? [answer] : []),
    ...(status === 'refused'
      ? [
          'Se você não concorda, responda à empresa ou procure a Autoridade Nacional de Proteção de Dados (gov.br/anpd).'
        ]
      : [])
  ],
  action: { label: 'Abrir Meus dados', url }
})

/** The last mail to an address before it is forgotten. */
export const erasedMail = (to: string, company: Speaker, { number, text, sha256 }: Certificate): AccountMail => ({
  to,
  companyId: company.id,
  subject: `Seus dados em ${company.name} foram excluídos`,
  paragraphs: [
    'Olá,',
    `${company.name} excluiu os seus dados pessoais, como você pediu. O certificado nº ${certificateNumber(number)} está abaixo; guarde esta mensagem, pois este endereço também foi apagado.`,
    ...text.split('\n').filter(Boolean),
    `SHA-256 do certificado: ${sha256}`
  ],
  note: 'Se você preencher de novo um formulário desta empresa, começa um novo cadastro.'
})
