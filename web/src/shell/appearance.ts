/** Where react-admin's stores keep the person's choice; nothing there means that the device decides. */
const themeKeys = { client: 'RaStoreclient.theme', admin: 'RaStoreadmin.theme' }

/** Colours the page as chosen on an earlier visit, before react-admin has arrived. */
export function applyChosenTheme(): void {
  const area = location.pathname.startsWith('/admin') ? 'admin' : 'client'
  const theme = localStorage.getItem(themeKeys[area])?.replaceAll('"', '')
  if (theme === 'light' || theme === 'dark') document.documentElement.dataset.theme = theme
}
