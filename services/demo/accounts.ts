import type { CompanyRole, LeadAccess } from '../account/auth/rules.ts'
import { firstAdminEmail } from '../admin/admin/rules.ts'
import type { DemoAccount } from '../core/features.ts'

/** The account that `npm start` prints for a new installation, of the owner of the demonstration's company. */
export const demoAccount = {
  name: 'Helena Prado',
  email: 'demo@prosa.example',
  password: 'prosa-demo-2026',
  phone: '1130002026',
  companyName: 'Confeitaria Doce Jardim',
  cnpj: '11.222.333/0001-81',
  plan: 'enterprise' as const
}

export type DemoPerson = {
  key: 'owner' | 'manager' | 'agent' | 'viewer'
  name: string
  email: string
  jobTitle: string
  role: CompanyRole
  access: LeadAccess
  /** For whom tries the demonstration. */
  about: string
}

/** The people of the demonstration's company, who all have the password of `demoAccount`. */
export const demoPeople: readonly DemoPerson[] = [
  {
    key: 'owner',
    name: demoAccount.name,
    email: demoAccount.email,
    jobTitle: 'Proprietária',
    role: 'admin',
    access: 'all',
    about: 'Proprietária: vê e faz tudo'
  },
  {
    key: 'manager',
    name: 'Rafael Tavares',
    email: 'rafael@prosa.example',
    jobTitle: 'Gerente',
    role: 'manager',
    access: 'all',
    about: 'Gerente: cuida dos leads e da equipe'
  },
  {
    key: 'agent',
    name: 'Júlia Duarte',
    email: 'julia@prosa.example',
    jobTitle: 'Atendente',
    role: 'agent',
    access: 'own',
    about: 'Atendente: vê só os próprios leads'
  },
  {
    key: 'viewer',
    name: 'Sérgio Lacerda',
    email: 'sergio@prosa.example',
    jobTitle: 'Contador',
    role: 'viewer',
    access: 'all',
    about: 'Contador: só consulta'
  }
]

/** The first staff member of a demonstration. */
export const demoAdmin = { email: firstAdminEmail, password: 'prosa-admin-2026' }

/** As whom a demonstration may be tried: the people of its company, and the first member of the staff. */
export const demoSignIns: readonly DemoAccount[] = [
  ...demoPeople.map(({ about, email }) => ({ about, email, password: demoAccount.password })),
  { about: 'Equipe do Prosa: cuida de todas as empresas', ...demoAdmin, staff: true }
]
