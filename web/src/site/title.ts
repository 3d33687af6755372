import { productName } from '../../../services/core/rules.ts'
import { defaultTitle } from '../../../services/leads/forms/rules.ts'
import type { PageData } from '../../../services/site/schema.ts'
import { pageName } from './page.ts'

/** The title of the document. */
export function titleOf(page: PageData): string {
  switch (pageName(page)) {
    case 'start':
      return `${productName}: seus leads organizados`
    case 'login':
      return `Entrar | ${productName}`
    case 'employee':
      return `Área do funcionário | ${productName}`
    case 'reset':
      return `Redefinir senha | ${productName}`
    case 'confirm':
      return `Confirmar e-mail | ${productName}`
    case 'recipient':
      return `Avisos de novos leads | ${productName}`
    case 'signup':
      return `Criar conta | ${productName}`
    case 'contact':
      return `Contato | ${productName}`
    case 'privacy':
      return `Política de privacidade | ${productName}`
    case 'terms':
      return `Termos de uso | ${productName}`
    case 'invitation':
      return `Convite | ${productName}`
    case 'person':
      return `Meus dados | ${productName}`
    case 'lead':
    case 'lookup':
    case 'preview':
      return page.form ? `${page.form.title} | ${page.form.company.name}` : `${defaultTitle} | ${productName}`
    case 'booking':
    case 'bookingForm':
      return `Agendar | ${page.booking?.page.form.company.name ?? productName}`
    case 'appointment':
      return `Seu horário | ${page.appointment?.data.company.name ?? productName}`
    case 'unsubscribe':
      return `Descadastro | ${page.unsubscription?.company || productName}`
    case 'failed':
      return `Erro | ${productName}`
    case 'missing':
      return `Página não encontrada | ${productName}`
  }
}
