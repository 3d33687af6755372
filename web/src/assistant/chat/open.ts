const openedKey = 'chatOpened'

/**
 * Opens the assistant when its button, or whatever else offers it, is pressed, and at the event `open-chat`, whose
 * `detail` is asked at once where there is one. The assistant's code is fetched only then.
 */
export function readyChat(): void {
  const corner = document.getElementById('chat')
  const button = corner?.querySelector('button')
  const notice = corner?.querySelector('p')
  try {
    if (button && localStorage.getItem(openedKey)) button.dataset.opened = ''
  } catch {} // a framed page may have no storage

  document.addEventListener('click', event => {
    if ((event.target as Element).closest?.('[data-open-chat]')) dispatchEvent(new Event('open-chat'))
  })

  addEventListener('open-chat', async event => {
    button?.setAttribute('aria-busy', 'true')
    if (notice) notice.textContent = ''
    try {
      const { openChat } = await import('./Chat.tsx')
      openChat((event as CustomEvent<string | undefined>).detail)
      if (button) button.dataset.opened = ''
      localStorage.setItem(openedKey, 'true')
    } catch (error) {
      if (notice && !document.querySelector('#chat-root dialog'))
        notice.textContent = 'Não foi possível abrir o chat. Verifique sua conexão e tente novamente.'
      reportError(error)
    } finally {
      button?.removeAttribute('aria-busy')
    }
  })
}
