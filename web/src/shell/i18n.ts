import polyglotI18nProvider from 'ra-i18n-polyglot'
import { messages } from './messages.ts'

export const i18nProvider = polyglotI18nProvider(() => messages, 'pt-BR', [{ locale: 'pt-BR', name: 'Português' }])
