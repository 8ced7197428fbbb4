import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync } from 'node:fs'

const CANDIDATES = ['/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome-stable']

const HEADLESS_SHELL = '/usr/bin/chromium-headless-shell'

/** The browser that the end-to-end tests drive, or `null`. `CHROMIUM_PATH` names another. */
export function findChromium(): string | null {
  return (
    [process.env['CHROMIUM_PATH'] ?? '', ...CANDIDATES].find((path) => path !== '' && existsSync(path)) ??
    null
  )
}

/**
 * Chromium without a window of its own, or `findChromium` where there is none: a context and a page come in a third of
 * the time. It has no notifications, extensions or installed applications.
 */
export function findHeadlessShell(): string | null {
  return process.env['CHROMIUM_PATH'] === undefined && existsSync(HEADLESS_SHELL)
    ? HEADLESS_SHELL
    : findChromium()
}

/** As `findChromium`; as root, installs Debian's packages of it where they are missing. */
export async function ensureChromium(): Promise<string | null> {
  const found = findChromium()
  if ((found !== null && existsSync(HEADLESS_SHELL)) || !mayInstall()) return found
  await aptInstall('chromium', 'chromium-headless-shell', 'fonts-liberation')
  return findChromium()
}

/** What a keyring of a test's own is made of: a session bus, GNOME's keyring and the library that speaks to it. */
const KEYRING_PROGRAMS = ['dbus-run-session', 'dbus-send', 'gnome-keyring-daemon']

/** Why there can be no keyring here, or `null` when there can. */
export function whyNoKeyring(): string | null {
  if (process.platform !== 'linux') return 'the keyring of these tests is that of Linux'
  const missing = KEYRING_PROGRAMS.filter((program) => !existsSync(`/usr/bin/${program}`))
  return missing.length === 0 ? null : `${missing.join(', ')} missing`
}

/** As `whyNoKeyring`, installing Debian's packages where that is possible without asking anybody. */
export async function ensureKeyring(): Promise<string | null> {
  const why = whyNoKeyring()
  if (why === null || process.platform !== 'linux' || !mayInstall()) return why
  await aptInstall('dbus', 'gnome-keyring', 'libsecret-1-0')
  return whyNoKeyring()
}

const mayInstall = () => process.getuid?.() === 0 && existsSync('/usr/bin/apt-get')

async function aptInstall(...packages: string[]): Promise<void> {
  process.stdout.write(`Installing ${packages.join(', ')} from the system packages…\n`)
  // Two parts of the tests may want something at once: the second waits for the first.
  const apt = async (...args: string[]) => {
    const child = spawn('apt-get', ['-o', 'DPkg::Lock::Timeout=300', '-q', ...args], {
      stdio: ['ignore', 'ignore', 'inherit'],
      env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' },
    })
    await once(child, 'exit').catch(() => undefined)
  }
  await apt('update')
  await apt('install', '-y', '--no-install-recommends', ...packages)
}

/** How Chromium is started in every test: headless, and quiet on a machine with no network. */
export const chromiumArgs: readonly string[] = [
  ...(process.getuid?.() === 0 ? ['--no-sandbox'] : []),
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
]
