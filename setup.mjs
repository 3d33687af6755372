// Runs before `npm start` and `npm test` with whatever Node the machine has (18 or newer): installs what is missing, so
// that the script after it runs on the Node 24 that the project brings in node_modules/.bin.
import { execFileSync, spawn, spawnSync } from 'node:child_process'
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
  stop(`o Node.js desta máquina é o ${process.versions.node}, e é preciso o 18 ou mais novo: veja https://nodejs.org`)

await installDependencies()
if (process.argv[2] === 'test') {
  findBrowser()
  findProgram('redis-server', 'redis-server', 'os testes com o Redis')
  findProgram('clamd', 'clamav-daemon', 'os testes com um antivírus de verdade')
  findProgram('dovecot', 'dovecot-imapd dovecot-lmtpd', 'os testes com uma caixa de correio de verdade')
  findProgram('postfix', 'postfix', 'os testes com um servidor de e-mail de verdade')
}

/** Only when the lock file is not the one that was installed, so that a second start costs nothing. */
async function installDependencies() {
  const modules = path.join(root, 'node_modules')
  const stamp = path.join(modules, '.prosa-installed')
  const wanted = createHash('sha256')
    .update(readFileSync(path.join(root, 'package-lock.json')))
    .digest('hex')
  if (existsSync(stamp) && readFileSync(stamp, 'utf8') === wanted) return
  say('instala os pacotes (só na primeira vez, um minuto ou dois)')
  // Not `npm ci`: it refuses a lock file without the optional builds of other platforms.
  const npm = process.env.npm_execpath ? [process.execPath, process.env.npm_execpath] : ['npm']
  const status = await run(npm[0], [
    ...npm.slice(1),
    'install',
    '--no-save',
    '--no-audit',
    '--no-fund',
    '--loglevel=error'
  ])
  if (status !== 0) stop('o npm não conseguiu instalar os pacotes: veja a mensagem dele acima')
  const node = path.join(modules, '.bin', process.platform === 'win32' ? 'node.cmd' : 'node')
  const version = existsSync(node) ? spawnSync(node, ['--version'], { encoding: 'utf8' }).stdout : ''
  if (!version.startsWith('v24.'))
    stop(
      'o Node.js 24 não foi instalado: o npm precisa poder rodar scripts de instalação (npm config get ignore-scripts)'
    )
  mkdirSync(modules, { recursive: true })
  writeFileSync(stamp, wanted)
}

/** Runs a program to its end and says every ten seconds that it is still at work; returns its exit code. */
function run(program, args) {
  const started = Date.now()
  const progress = setInterval(() => {
    const seconds = Math.round((Date.now() - started) / 1000)
    const time = seconds < 60 ? `${seconds} s` : `${Math.floor(seconds / 60)} min ${seconds % 60} s`
    say(`ainda iniciando (${time}): instala os pacotes`)
  }, 10_000)
  return new Promise((resolve, reject) => {
    spawn(program, args, { cwd: root, stdio: 'inherit', shell: process.platform === 'win32' })
      .on('error', reject)
      .on('exit', code => resolve(code))
  }).finally(() => clearInterval(progress))
}

/**
 * Chromium for the browser tests: Debian's packages when run as root, of which the one without a window is the faster;
 * else Playwright's own or the system's.
 */
function findBrowser() {
  if (onPath('chromium-headless-shell') || aptInstall('chromium chromium-headless-shell')) return
  const { status } = spawnSync(path.join(root, 'node_modules/.bin/node'), [path.join(root, 'tests/kit/browser.ts')], {
    cwd: root
  })
  if (status === 0) return
  if (!aptInstall('chromium'))
    say(
      'o Chromium não foi encontrado, e os testes com navegador ficam de fora: instale-o com npx playwright install chromium'
    )
}

/** A program that some tests run: what is on the path, or Debian's packages when run as root. */
function findProgram(program, debianPackages, tests) {
  if (onPath(program) || aptInstall(debianPackages)) return
  say(`o programa ${program} não foi encontrado: ${tests} ficam de fora`)
}

function onPath(program) {
  // Debian keeps daemons out of an ordinary user's path.
  return spawnSync('sh', ['-c', `PATH="$PATH:/usr/sbin" command -v ${program}`]).status === 0
}

function aptInstall(names) {
  if (process.getuid?.() !== 0 || !onPath('apt-get')) return false
  say(`instala ${names} com apt-get`)
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
