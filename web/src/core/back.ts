type Listener = (event: PopStateEvent) => void

let first: Listener | null = null

/** Sets the listener that hears of the back button before the router does, and may keep it from the router. */
export function hearBackFirst(listener: Listener | null): void {
  first = listener
}

// Chromium calls the window's listeners in the order of their registration, capturing or not: app.tsx imports this
// before the router registers its own.
addEventListener('popstate', event => first?.(event))
