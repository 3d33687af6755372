import type { AccountMail } from '../../platform/email/account.ts'

// No mail greets by name: otherwise somebody could sign up with another person's address and put words into their
// mailbox.

const ifNotYou = 'Se não foi você, redefina sua senha agora e fale com o suporte.'

export const resetMail = (to: string, product: string, url: string): AccountMail => ({
  to,
  subject: `Redefinir sua senha na ${product}`,
  paragraphs: ['Olá,', `Recebemos um pedido para redefinir a senha da sua conta na ${product}.`],
  action: { label: 'Criar nova senha', url },
  note: 'O link vale por 60 minutos e só pode ser usado uma vez. Se você não fez este pedido, ignore esta mensagem: sua senha continua a mesma.'
})

export const passwordChangedMail = (to: string, product: string, url: string): AccountMail => ({
  to,
  subject: `Sua senha na ${product} foi alterada`,
  paragraphs: [
    'Olá,',
    `A senha da sua conta na ${product} acaba de ser alterada, e as sessões abertas em outros aparelhos foram encerradas.`,
    ifNotYou
  ],
  action: { label: 'Redefinir senha', url }
})

export const confirmEmailMail = (to: string, product: string, url: string): AccountMail => ({
  to,
  subject: `Confirme seu e-mail na ${product}`,
  paragraphs: [
    'Olá,',
    `Confirme que este é o e-mail da sua conta na ${product}. Enquanto isso, você já pode usar o sistema; convites e mensagens a outras pessoas esperam a confirmação.`
  ],
  action: { label: 'Confirmar e-mail', url },
  note: 'O link vale por 7 dias. Se você não criou uma conta, ignore esta mensagem.'
})

export const leaveEmailMail = (to: string, product: string, newEmail: string, url: string): AccountMail => ({
  to,
  subject: `Troca de e-mail da sua conta na ${product}`,
  paragraphs: [
    'Olá,',
    `Você pediu para trocar o e-mail da sua conta na ${product} por ${newEmail}.`,
    'Para concluir, confirme aqui e também pela mensagem enviada ao novo endereço.'
  ],
  action: { label: 'Autorizar a troca', url },
  note: 'O link vale por 24 horas. Se você não fez este pedido, não confirme e troque sua senha.'
})

export const takeEmailMail = (to: string, product: string, url: string): AccountMail => ({
  to,
  subject: `Confirme seu novo e-mail na ${product}`,
  paragraphs: [
    'Olá,',
    `Este endereço foi indicado como novo e-mail de uma conta na ${product}.`,
    'Para concluir, confirme aqui e também pela mensagem enviada ao endereço atual da conta.'
  ],
  action: { label: 'Confirmar novo e-mail', url },
  note: 'O link vale por 24 horas. Se você não fez este pedido, ignore esta mensagem.'
})

/** To the owner of an address that somebody else wants to use; the asker learns nothing. */
export const takenEmailMail = (to: string, product: string): AccountMail => ({
  to,
  subject: `Seu e-mail na ${product}`,
  paragraphs: [
    'Olá,',
    `Alguém tentou usar este endereço em outra conta da ${product}. Como ele já é o e-mail da sua conta, nada mudou.`
  ]
})

export const emailChangedMail = (to: string, product: string, newEmail: string): AccountMail => ({
  to,
  subject: `O e-mail da sua conta na ${product} foi trocado`,
  paragraphs: ['Olá,', `A partir de agora, o e-mail da sua conta na ${product} é ${newEmail}.`],
  note: 'Se não foi você, fale com o suporte.'
})

export const secondFactorMail = (to: string, product: string, on: boolean, url: string): AccountMail => ({
  to,
  subject: `Verificação em duas etapas ${on ? 'ativada' : 'desativada'} na ${product}`,
  paragraphs: [
    'Olá,',
    on
      ? `A verificação em duas etapas da sua conta na ${product} foi ativada. Guarde bem os códigos de recuperação.`
      : `A verificação em duas etapas da sua conta na ${product} foi desativada. Agora só a senha protege a sua conta.`,
    ifNotYou
  ],
  action: { label: 'Redefinir senha', url }
})

export const secondFactorRemovedMail = (to: string, product: string, reason: string, url: string): AccountMail => ({
  to,
  subject: `Verificação em duas etapas removida na ${product}`,
  paragraphs: [
    'Olá,',
    `A verificação em duas etapas da sua conta na ${product} foi removida por um administrador, e as suas sessões foram encerradas.`,
    `Motivo informado: ${reason}`,
    'Entre com a sua senha e ative a verificação de novo no seu perfil. Se você não pediu isto, redefina sua senha agora e fale com o suporte.'
  ],
  action: { label: 'Redefinir senha', url }
})

/** To the admins of a company that somebody wants to join. */
export const accessRequestMail = (
  to: string,
  product: string,
  { company, name, email }: { company: string; name: string; email: string },
  url: string
): AccountMail => ({
  to,
  subject: `Pedido de acesso a ${company} na ${product}`,
  paragraphs: [
    'Olá,',
    `${name} (${email}) tentou criar uma conta com o CNPJ de ${company} e pede acesso à sua equipe na ${product}.`,
    'Se você conhece esta pessoa, convide-a na página da equipe. Se não, ignore esta mensagem: nada foi liberado.'
  ],
  action: { label: 'Abrir a equipe', url },
  note: 'Quem pediu não sabe quem são os administradores da empresa nem recebe resposta automática.'
})

export const recoveryCodeUsedMail = (to: string, product: string, left: number, url: string): AccountMail => ({
  to,
  subject: `Um código de recuperação foi usado na ${product}`,
  paragraphs: [
    'Olá,',
    `Alguém entrou na sua conta da ${product} com um código de recuperação. Restam ${left}.`,
    ifNotYou
  ],
  action: { label: 'Redefinir senha', url }
})
