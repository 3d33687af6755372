/** Where react-admin's store keeps the person's choice; nothing there means that the device decides. */
const themeKey = 'RaStoreclient.theme'

/** Colours the page as chosen on an earlier visit, before react-admin has arrived. */
export function applyChosenTheme(): void {
  const theme = localStorage.getItem(themeKey)?.replaceAll('"', '')
  if (theme === 'light' || theme === 'dark') document.documentElement.dataset.theme = theme
}
