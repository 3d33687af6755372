import { type ReactNode, useEffect } from 'react'
import { createRoot, hydrateRoot } from 'react-dom/client'
import type { PageData } from '../../../services/site/schema.ts'
import { PublicPage } from './PublicPage.tsx'
import type { PageProps } from './page.ts'

/** Brings a page to life, over what the server rendered where there is such; resolves once it reacts. */
export function mount(root: HTMLElement, Page: (props: PageProps) => ReactNode, page: PageData): Promise<void> {
  return new Promise(alive => {
    const tree = (
      <Alive then={alive}>
        <PublicPage Page={Page} page={page} />
      </Alive>
    )
    if (root.firstElementChild) hydrateRoot(root, tree)
    else createRoot(root).render(tree)
  })
}

function Alive({ then, children }: { then: () => void; children: ReactNode }) {
  useEffect(then, [then])
  return children
}
