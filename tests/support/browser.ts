import { existsSync } from 'node:fs'
import { type Browser, chromium } from 'playwright'

const installed = ['/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome']

/** Where the browser of the tests is: Playwright's own, else the system's. Undefined where there is none. */
export function browserPath(): string | undefined {
  return [chromium.executablePath(), ...installed].find(file => file && existsSync(file))
}

export async function openBrowser(): Promise<Browser> {
  return chromium.launch({
    executablePath: browserPath(),
    args: [
      // Chromium's sandbox does not run as root.
      ...(process.getuid?.() === 0 ? ['--no-sandbox'] : []),
      '--disable-gpu',
      '--disable-quic',
      '--no-first-run',
      '--disable-background-networking',
      '--disable-component-update',
      '--disable-sync'
    ]
  })
}

// The set-up asks with the exit code whether a browser has to be installed.
if (import.meta.main) process.exit(browserPath() === undefined ? 1 : 0)
