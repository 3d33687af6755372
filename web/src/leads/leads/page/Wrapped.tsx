import { Fragment } from 'react'

/** An e-mail that is too long for its place goes on in the next line after the sign, not in the middle of a word. */
export const Wrapped = ({ email }: { email: string }) =>
  email.split(/(?<=@)/).map((part, n) => (
    <Fragment key={part}>
      {n > 0 && <wbr />}
      {part}
    </Fragment>
  ))
