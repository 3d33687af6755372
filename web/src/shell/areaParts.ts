import { productName } from '../../../services/core/rules.ts'
import { Spinner } from '../ui/Spinner.tsx'
import { AccessDenied } from './AccessDenied.tsx'
import { i18nProvider } from './i18n.ts'
import { NotFound } from './NotFound.tsx'
import { BrokenPage } from './PageBoundary.tsx'
import { darkTheme, lightTheme } from './theme.ts'

/** What the area of a company's people and that of the staff give react-admin alike: its words and looks. */
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
