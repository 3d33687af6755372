import { HttpError } from '../../core/http.ts'
import type { PageProps } from '../page.ts'
import { BrokenPage } from '../parts/BrokenPage.tsx'

/** Stands for a page that the server could not make. */
export function FailedPage({ page: { error } }: PageProps) {
  if (!error) return <BrokenPage />
  const { status, message, requestId } = error
  return <BrokenPage text={message} error={new HttpError(status, message, requestId ? { requestId } : {})} />
}
