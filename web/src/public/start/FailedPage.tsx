import type { PageProps } from '../page.ts'
import { BrokenPage } from '../parts/BrokenPage.tsx'

/** Stands for a page that the server could not make. */
export const FailedPage = ({ page }: PageProps) => <BrokenPage text={page.error?.message} />
