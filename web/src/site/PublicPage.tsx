import { type ReactNode, useEffect } from 'react'
import type { PageProps } from './page.ts'
import { Announcement } from './parts/Announcement.tsx'
import { ErrorBoundary } from './parts/ErrorBoundary.tsx'
import { Offline } from './parts/Offline.tsx'
import { Toasts } from './parts/Toasts.tsx'
import { titleOf } from './title.ts'

/** The frame of every public page; the server and the browser render the same. */
export function PublicPage({ Page, page }: PageProps & { Page: (props: PageProps) => ReactNode }) {
  useEffect(() => {
    document.title = titleOf(page)
  }, [page])
  return (
    <>
      {page.notice && <Announcement text={page.notice} />}
      <Offline />
      <ErrorBoundary>
        <Page page={page} />
      </ErrorBoundary>
      <Toasts />
    </>
  )
}
