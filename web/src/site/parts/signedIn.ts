import { useLayoutEffect, useState } from 'react'
import { homeOf } from '../../../../services/account/auth/rules.ts'
import type { SignedIn } from '../../../../services/account/auth/schema.ts'
import { takeReturnPath } from '../../core/address.ts'
import { replaceSession, signedIn, user } from '../../core/session.ts'

/** Keeps the session that a sign-in or a signup answered. */
export const storeSession = ({ token, user: owner }: SignedIn): void => replaceSession(token, owner)

/** Undoes what public.html hid: the reader stays. */
function showPage(): void {
  delete document.documentElement.dataset.leaving
}

/** Sends a signed-in person on: to the page that asked for the sign-in where `returning`, else home. */
export function useHomeIfSignedIn({ returning }: { returning: boolean }): boolean {
  const [leaving, setLeaving] = useState(false)
  // Before the first paint, so that nobody sees a page that is about to go.
  useLayoutEffect(() => {
    const current = user()
    if (!signedIn() || !current) return showPage()
    setLeaving(true)
    location.replace((returning && takeReturnPath()) || homeOf(current))
  }, [returning])
  return leaving
}
