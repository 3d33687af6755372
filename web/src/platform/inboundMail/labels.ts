import type { MailKind, SenderProof } from '../../../../services/core/rules.ts'
import type { InboundSource, MailState } from '../../../../services/platform/inboundMail/rules.ts'
import type { Tone } from '../../core/tokens.ts'

/** The ways by which mail comes in. */
export const sourceLabels: Record<InboundSource, string> = { mailbox: 'Caixa de entrada', port: 'Porta de e-mail' }

/** From this share of a mailbox on, mail may soon be refused. */
export const nearlyFull = (used: number | null): boolean => used !== null && used >= 90

/** The states of received mails. */
export const inboundLabels: Record<MailState, string> = {
  waiting: 'À espera de leitura',
  handled: 'Recebido',
  unclaimed: 'Ninguém reconheceu',
  loop: 'Veio de nós mesmos',
  unreadable: 'Não pôde ser lido',
  too_large: 'Grande demais'
}

export const inboundTones: Record<MailState, Tone> = {
  waiting: 'info',
  handled: 'success',
  unclaimed: 'warning',
  loop: 'neutral',
  unreadable: 'error',
  too_large: 'error'
}

export const kindLabels: Record<MailKind, string> = {
  ordinary: 'Mensagem',
  automatic: 'Resposta automática',
  bounce: 'Aviso de não entrega',
  complaint: 'Reclamação de spam',
  loop: 'Nosso próprio e-mail'
}

const outcomes: Record<string, Record<string, string>> = {
  tickets: {
    answer: 'Resposta em um chamado',
    ticket: 'Abriu um chamado',
    unplaced: 'Abriu um chamado, a encaminhar',
    stranger: 'Nota em um chamado: remetente de fora da empresa',
    automatic: 'Nota em um chamado: resposta automática',
    repeated: 'Já havia chegado',
    dropped: 'À espera: mensagens demais em uma hora',
    spam: 'Spam',
    blocked: 'Remetente bloqueado'
  },
  desk: {
    answer: 'Resposta da equipe em um chamado',
    stranger: 'Nota em um chamado: não foi enviado ao cliente',
    automatic: 'Nota em um chamado: resposta automática',
    repeated: 'Já havia chegado'
  },
  appointments: {
    accepted: 'Convite aceito',
    declined: 'Convite recusado',
    tentative: 'Convite respondido com talvez',
    noted: 'Resposta a um convite que já mudou',
    message: 'Mensagem de um convidado',
    another: 'Convite de outra pessoa',
    empty: 'Resposta sem texto',
    gone: 'O agendamento não existe mais'
  }
}

/** The outcome of a mail in words; an unknown one shows its own name. */
export function outcomeText({ handledBy, outcome }: { handledBy: string | null; outcome: string | null }): string {
  if (handledBy === null || outcome === null) return '–'
  return outcomes[handledBy]?.[outcome] ?? outcome
}

/** Whether the sender of a mail is proved. */
export const proofLabels: Record<SenderProof, string> = {
  confirmed: 'Remetente confirmado',
  failed: 'Remetente não confirmado: a assinatura do domínio não confere',
  none: 'Remetente não confirmado'
}
