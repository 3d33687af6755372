import { existsSync } from 'node:fs'
import { type Browser, chromium } from 'playwright'

/** Chromium without its window, as Debian packs it: a page of a test takes a third less computing in it. */
const shell = '/usr/bin/chromium-headless-shell'
const installed = ['/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome', shell]

/** Where the browser of the tests is: Playwright's own, else the system's. Undefined where there is none. */
export function browserPath(): string | undefined {
  return [chromium.executablePath(), ...installed].find(file => file && existsSync(file))
}

/**
 * A window of Chromium 156 has two pages of its own under the address bar, which nobody sees in a headless one: they
 * took 0.5 of the 0.9 s of computing that opening a context costs. Chromium reads the last list alone, so that
 * Playwright's (its chromiumSwitches) is repeated.
 */
const withoutFeatures = [
  'WebUIOmniboxPopup',
  'WebUIOmniboxAimPopup',
  'AvoidUnnecessaryBeforeUnloadCheckSync',
  'DestroyProfileOnBrowserClose',
  'HttpsUpgrades',
  'HttpsFirstBalancedModeAutoEnable',
  'LensOverlay',
  'MediaRouter',
  'PaintHolding',
  'ThirdPartyStoragePartitioning',
  'AvoidCorsURLLoaderRestartOnRedirect',
  'OptimizationHints',
  'NetworkTimeServiceQuerying',
  'AimEnabled',
  'PreconnectToSearch'
]

/** Chromium starts a spare process for each context, which few tests use: 0.2 of the rest. */
const spareProcess = 'SpareRendererForSitePerProcess'

/** A page of a test ends before code that V8 has optimized pays off: without, opening one costs a fifth less. */
const withoutOptimizing = '--js-flags=--no-opt --no-maglev'

/**
 * @param optimizing whether a page is as fast as a visitor's, in a visitor's browser, which matters where time is
 *   measured: without a process made in advance it paints later
 */
export async function openBrowser({ optimizing = true } = {}): Promise<Browser> {
  return chromium.launch({
    executablePath: !optimizing && existsSync(shell) ? shell : browserPath(),
    args: [
      // Chromium's sandbox does not run as root.
      ...(process.getuid?.() === 0 ? ['--no-sandbox'] : []),
      ...(optimizing ? [] : [withoutOptimizing]),
      '--disable-gpu',
      // A tone in place of the machine's microphone, which nobody has to allow.
      '--use-fake-device-for-media-stream',
      '--use-fake-ui-for-media-stream',
      '--disable-quic',
      '--no-first-run',
      '--disable-background-networking',
      '--disable-component-update',
      '--disable-sync',
      `--disable-features=${[...withoutFeatures, ...(optimizing ? [] : [spareProcess])].join(',')}`
    ]
  })
}

// The set-up asks with the exit code whether a browser has to be installed.
if (import.meta.main) process.exit(browserPath() === undefined ? 1 : 0)
