import type { ContactChannel } from '../../account/activities/rules.ts'

export const linkAsked =
  'Se este contato estiver nos cadastros da empresa com um e-mail, enviaremos um link para ele. O link vale por 30 minutos.'

/** The names of the consent channels. */
export const consentChannels: Record<ContactChannel, string> = {
  email: 'E-mail',
  phone: 'Telefone',
  whatsapp: 'WhatsApp'
}

/** The purposes of the data, and who else processes them: the same for every company. */
export const purposes = [
  'Responder ao contato que você pediu e preparar uma proposta (LGPD, art. 7º, V).',
  'Enviar comunicações pelos canais em que você consentiu (LGPD, art. 7º, I).',
  'Guardar a prova das suas decisões de consentimento (LGPD, art. 8º, § 2º).'
] as const

export const recipients = [
  'As pessoas da equipe desta empresa que atendem os contatos.',
  'Prosa, o sistema em que a empresa guarda os cadastros, como operadora.',
  'O serviço de e-mail que entrega as mensagens da empresa.'
] as const

/** The explanation of scores. */
export const scoreNote =
  'A pontuação estima o interesse a partir do cadastro e ajuda a equipe a decidir quem chamar primeiro. Você pode pedir a revisão dela por uma pessoa (LGPD, art. 20).'
