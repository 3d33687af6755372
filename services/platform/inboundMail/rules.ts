export const mailStates = ['waiting', 'handled', 'unclaimed', 'loop', 'unreadable', 'too_large'] as const
export type MailState = (typeof mailStates)[number]

export const inboundSources = ['mailbox', 'port'] as const
export type InboundSource = (typeof inboundSources)[number]
