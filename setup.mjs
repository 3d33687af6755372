// Runs before `npm start` and `npm test` with whatever Node the machine has (18 or newer): installs what is missing, so
// that the script after it runs on the Node 24 that the project brings in node_modules/.bin.
import { execFileSync, spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { fileURLToPath } from 'node:url'

const root = path.dirname(fileURLToPath(import.meta.url))
const say = text => console.log(`prosa: ${text}`)
const stop = text => {
  console.error(`prosa: ${text}`)
  process.exit(1)
}

if (Number(process.versions.node.split('.')[0]) < 18)
  stop('this needs Node.js 18 or newer to install its own Node.js 24')

installDependencies()
if (process.argv[2] === 'test') {
  findBrowser()
  findProgram('redis-server', 'redis-server', 'the tests of the Redis store')
  findProgram('clamd', 'clamav-daemon', 'the tests against a real virus scanner')
  findProgram('dovecot', 'dovecot-imapd dovecot-lmtpd', 'the tests against a real mailbox')
  findProgram('postfix', 'postfix', 'the tests against a real mail server')
}

/** Only when the lock file is not the one that was installed, so that a second start costs nothing. */
function installDependencies() {
  const modules = path.join(root, 'node_modules')
  const stamp = path.join(modules, '.prosa-installed')
  const wanted = createHash('sha256')
    .update(readFileSync(path.join(root, 'package-lock.json')))
    .digest('hex')
  if (existsSync(stamp) && readFileSync(stamp, 'utf8') === wanted) return
  say('installing dependencies (once, a minute or so)')
  // Not `npm ci`: it refuses a lock file without the optional builds of other platforms.
  const npm = process.env.npm_execpath ? [process.execPath, process.env.npm_execpath] : ['npm']
  const { status } = spawnSync(
    npm[0],
    [...npm.slice(1), 'install', '--no-save', '--no-audit', '--no-fund', '--loglevel=error'],
    {
      cwd: root,
      stdio: 'inherit',
      shell: process.platform === 'win32'
    }
  )
  if (status !== 0) stop('npm could not install the dependencies: see its message above')
  const node = path.join(modules, '.bin', process.platform === 'win32' ? 'node.cmd' : 'node')
  const version = existsSync(node) ? spawnSync(node, ['--version'], { encoding: 'utf8' }).stdout : ''
  if (!version.startsWith('v24.'))
    stop(
      'the Node.js 24 runtime was not installed: npm must be allowed to run install scripts (npm config get ignore-scripts)'
    )
  mkdirSync(modules, { recursive: true })
  writeFileSync(stamp, wanted)
}

/**
 * Chromium for the browser tests: Debian's packages when run as root, of which the one without a window is the faster;
 * else Playwright's own or the system's.
 */
function findBrowser() {
  if (onPath('chromium-headless-shell') || aptInstall('chromium chromium-headless-shell')) return
  const { status } = spawnSync(
    path.join(root, 'node_modules/.bin/node'),
    [path.join(root, 'tests/support/browser.ts')],
    { cwd: root }
  )
  if (status === 0) return
  if (!aptInstall('chromium'))
    say('no Chromium was found: the browser tests are skipped. Install it, or run: npx playwright install chromium')
}

/** A program that some tests run: what is on the path, or Debian's packages when run as root. */
function findProgram(program, debianPackages, tests) {
  if (onPath(program) || aptInstall(debianPackages)) return
  say(`no ${program} was found: ${tests} are not run`)
}

function onPath(program) {
  // Debian keeps daemons out of an ordinary user's path.
  return spawnSync('sh', ['-c', `PATH="$PATH:/usr/sbin" command -v ${program}`]).status === 0
}

function aptInstall(names) {
  if (process.getuid?.() !== 0 || !onPath('apt-get')) return false
  say(`installing ${names} with apt-get`)
  const environment = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' }
  for (const args of [
    ['update', '-q'],
    ['install', '-y', '-q', '--no-install-recommends', ...names.split(' ')]
  ])
    try {
      execFileSync('apt-get', args, { env: environment, stdio: ['ignore', 'ignore', 'inherit'] })
    } catch {
      if (args[0] === 'install') return false
    }
  return true
}
