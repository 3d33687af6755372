/** The account that `npm start` prints for a new installation. */
export const demoAccount = {
  name: 'Pessoa de Demonstração',
  email: 'demo@prosa.example',
  password: 'prosa-demo-2026',
  phone: '11987654321',
  companyName: 'Empresa de Demonstração',
  cnpj: '11.222.333/0001-81',
  plan: 'enterprise' as const
}

/** The first staff member of a demonstration. */
export const demoAdmin = { email: 'admin@prosa.example', password: 'prosa-admin-2026' }
