import 'virtual:tokens.css'
import './assistant/chat/button.css'
import './core/back.ts'
import createCache from '@emotion/cache'
import { CacheProvider } from '@emotion/react'
import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { BrowserRouter, Route, Routes } from 'react-router-dom'
import { keepClear } from './assistant/chat/keepClear.ts'
import { readyChat } from './assistant/chat/open.ts'
import { pathOfHash } from './core/address.ts'
import { signedIn, user } from './core/session.ts'
import { currentUser } from './shell/account.ts'
import { applyChosenTheme } from './shell/appearance.ts'
import { admit, unguarded } from './shell/guard.ts'
import { StartBoundary } from './shell/StartBoundary.tsx'
import { followOtherTabs } from './shell/tabs.ts'
import { recoverFromUpdate } from './shell/update.ts'
import { onDemand } from './ui/onDemand.tsx'

const boot = <div className="boot" role="status" aria-label="Carregando" />
const ClientArea = onDemand(async () => (await import('./ClientArea.tsx')).default, boot)
const StaffArea = onDemand(async () => (await import('./StaffArea.tsx')).default, boot)
const InstagramInvitation = onDemand(
  async () => (await import('./messaging/conversations/channels/instagram/InstagramInvitation.tsx')).default,
  boot
)

/** The nonce that the server put into this page, under which Emotion may add its style sheets. */
const nonce = document.querySelector<HTMLMetaElement>('meta[property="csp-nonce"]')?.nonce

/** False, and on the way to the right place, where this person has no business here. */
function mayStay(): boolean {
  const elsewhere = admit(location.pathname)
  if (elsewhere) location.replace(elsewhere)
  return elsewhere === null
}

function start(root: HTMLElement): void {
  const path = pathOfHash(location.hash)
  if (path) {
    // A whole new document: the path may be one of the public pages.
    location.replace(path)
    return
  }
  if (!mayStay()) return
  // A visitor of an unguarded page has no session that could be asked about, and is not to lose the page for it.
  const client = signedIn() && user()?.companyId
  const visiting = unguarded.includes(location.pathname) && !client
  if (!visiting) void currentUser().then(mayStay)
  createRoot(root).render(
    <StrictMode>
      <StartBoundary>
        <CacheProvider value={createCache({ key: 'prosa', nonce })}>
          <BrowserRouter>
            <Routes>
              <Route path="/admin/*" element={<StaffArea />} />
              {visiting && <Route path="/instagram-messages" element={<InstagramInvitation />} />}
              <Route path="/*" element={<ClientArea />} />
            </Routes>
          </BrowserRouter>
        </CacheProvider>
      </StartBoundary>
    </StrictMode>
  )
}

applyChosenTheme()
recoverFromUpdate()
followOtherTabs()
readyChat()
const corner = document.getElementById('chat')
if (corner) keepClear(corner)
const root = document.getElementById('root')
if (root) start(root)
