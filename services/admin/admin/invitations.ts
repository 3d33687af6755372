import { createLink } from '../../account/auth/links.ts'
import type { Config } from '../../core/config.ts'
import type { Trx } from '../../core/db.ts'
import { type AuditActor, audit } from '../../platform/audit/queries.ts'
import { sendAccountMail } from '../../platform/email/account.ts'

type Invitation = { companyId: string; companyName: string; name: string; email: string; actor: AuditActor }

const invitationHours = 7 * 24

/** Invites somebody to a company as staff; as its admin unless stated otherwise. */
export async function invite(
  trx: Trx,
  config: Config,
  { companyId, companyName, name, email, actor }: Invitation,
  data: Record<string, unknown> = { name, role: 'admin', permissions: [], leadAccess: 'all', team: null }
): Promise<void> {
  const link = { kind: 'invitation' as const, email, companyId, createdBy: actor.actorId, hours: invitationHours, data }
  const { id, token } = await createLink(trx, link)
  await sendAccountMail(trx, config, {
    to: email,
    subject: `Convite para ${companyName}`,
    paragraphs: [
      `Olá, ${name}.`,
      `Você foi convidado para cuidar de ${companyName}. Aceite o convite para criar sua senha e entrar.`
    ],
    action: { label: 'Aceitar convite', url: `${config.publicUrl}/invitation?token=${token}` },
    note: 'O convite vale por 7 dias e pode ser usado uma vez. Se você não o esperava, ignore esta mensagem.'
  })
  const object = { type: 'invitation', id, name: email }
  await audit(trx, { ...actor, companyId, action: 'invitation.sent', object })
}
