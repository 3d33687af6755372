import { productName } from '../../../services/core/rules.ts'
import { Spinner } from '../ui/Spinner.tsx'
import { AccessDenied } from './AccessDenied.tsx'
import { i18nProvider } from './i18n.ts'
import { NotFound } from './NotFound.tsx'
import { BrokenPage } from './PageBoundary.tsx'
import { darkTheme, lightTheme } from './theme.ts'

/** Words and themes that both areas, of a company's people and of the staff, give react-admin. */
export const contextParts = { i18nProvider, lightTheme, darkTheme }

/** The same of its screens. */
export const screenParts = {
  title: productName,
  loading: Spinner,
  catchAll: NotFound,
  accessDenied: AccessDenied,
  authenticationError: BrokenPage,
  error: BrokenPage,
  requireAuth: true,
  disableTelemetry: true
}
