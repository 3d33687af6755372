import type { AnchorHTMLAttributes } from 'react'
import type { StepLink } from './steps.ts'

type GoProps = AnchorHTMLAttributes<HTMLAnchorElement> & { to: ReturnType<StepLink> }

/** A link to a step: without JavaScript a page of its own, else the next thing that this page shows. */
export const Go = ({ to, children, ...props }: GoProps) => (
  <a {...props} href={to.href} onClick={to.onClick}>
    {children}
  </a>
)
