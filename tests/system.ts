import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync } from 'node:fs'

const CANDIDATES = ['/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome-stable']

const HEADLESS_SHELL = '/usr/bin/chromium-headless-shell'

/** Browser of the end-to-end tests, or `null`. `CHROMIUM_PATH` names another. */
export function findChromium(): string | null {
  return (
    [process.env['CHROMIUM_PATH'] ?? '', ...CANDIDATES].find((path) => path !== '' && existsSync(path)) ??
    null
  )
}

/**
 * Chromium without a window of its own, or `findChromium` if absent: a context and a page open in a third of the time.
 * It has no notifications, extensions or installed applications.
 */
export function findHeadlessShell(): string | null {
  return process.env['CHROMIUM_PATH'] === undefined && existsSync(HEADLESS_SHELL)
    ? HEADLESS_SHELL
    : findChromium()
}

const FIREFOX = '/usr/bin/firefox-esr'

/** Firefox of Debian's packages, or `null`. */
export const findFirefox = (): string | null => (existsSync(FIREFOX) ? FIREFOX : null)

/** Like `findFirefox`; as root, installs its package where it is missing. */
export async function ensureFirefox(): Promise<string | null> {
  const found = findFirefox()
  if (found !== null || !mayInstall()) return found
  await aptInstall('firefox-esr')
  return findFirefox()
}

/** Like `findChromium`; as root, installs its Debian packages where they are missing. */
export async function ensureChromium(): Promise<string | null> {
  const found = findChromium()
  if ((found !== null && existsSync(HEADLESS_SHELL)) || !mayInstall()) return found
  await aptInstall('chromium', 'chromium-headless-shell', 'fonts-liberation')
  return findChromium()
}

/** Programs of a test's own keyring: a session bus, GNOME's keyring and the library that talks to it. */
const KEYRING_PROGRAMS = ['dbus-run-session', 'dbus-send', 'gnome-keyring-daemon']

/** Reason why a keyring cannot run here, or `null` if it can. */
function whyNoKeyring(): string | null {
  if (process.platform !== 'linux') return 'the keyring of these tests is that of Linux'
  const missing = KEYRING_PROGRAMS.filter((program) => !existsSync(`/usr/bin/${program}`))
  return missing.length === 0 ? null : `${missing.join(', ')} missing`
}

/** Like `whyNoKeyring`, after installing Debian's packages where that needs no confirmation. */
export async function ensureKeyring(): Promise<string | null> {
  const why = whyNoKeyring()
  if (why === null || process.platform !== 'linux' || !mayInstall()) return why
  await aptInstall('dbus', 'gnome-keyring', 'libsecret-1-0')
  return whyNoKeyring()
}

/** Programs that tests start, in front of a deployed relay or around it among them, with the Debian package of each. */
const PROGRAMS = {
  caddy: { path: '/usr/bin/caddy', pack: 'caddy' },
  nginx: { path: '/usr/sbin/nginx', pack: 'nginx' },
  nchan: { path: '/usr/lib/nginx/modules/ngx_nchan_module.so', pack: 'libnginx-mod-nchan' },
  strace: { path: '/usr/bin/strace', pack: 'strace' },
  promtool: { path: '/usr/bin/promtool', pack: 'prometheus' },
  'systemd-analyze': { path: '/usr/bin/systemd-analyze', pack: 'systemd' },
  postgres: { path: '/usr/lib/postgresql/15/bin/postgres', pack: 'postgresql-15' },
  xmllint: { path: '/usr/bin/xmllint', pack: 'libxml2-utils' },
  'systemd-socket-activate': { path: '/usr/bin/systemd-socket-activate', pack: 'systemd' },
  makensis: { path: '/usr/bin/makensis', pack: 'nsis' },
  mingw: { path: '/usr/bin/x86_64-w64-mingw32-gcc', pack: 'gcc-mingw-w64-x86-64' },
  '7z': { path: '/usr/bin/7z', pack: 'p7zip-full' },
  wine: { path: '/usr/bin/wine', pack: 'wine' },
  Xvfb: { path: '/usr/bin/Xvfb', pack: 'xvfb' },
  // Of packages.
  strip: { path: '/usr/bin/strip', pack: 'binutils' },
  xz: { path: '/usr/bin/xz', pack: 'xz-utils' },
  libsecret: { path: '/usr/share/doc/libsecret-1-0', pack: 'libsecret-1-0' },
  lintian: { path: '/usr/bin/lintian', pack: 'lintian' },
  'desktop-file-validate': { path: '/usr/bin/desktop-file-validate', pack: 'desktop-file-utils' },
  appstreamcli: { path: '/usr/bin/appstreamcli', pack: 'appstream' },
  debootstrap: { path: '/usr/sbin/debootstrap', pack: 'debootstrap' },
} as const
export type Program = keyof typeof PROGRAMS

export const pathOf = (program: Program): string => PROGRAMS[program].path

/** Reason why these programs cannot run here, or `null`; as root, installs the Debian packages that are missing. */
export async function ensurePrograms(...programs: Program[]): Promise<string | null> {
  const missing = () => programs.filter((program) => !existsSync(pathOf(program)))
  if (missing().length > 0 && mayInstall())
    await aptInstall(...new Set(missing().map((program) => PROGRAMS[program].pack)))
  return missing().length === 0 ? null : `${missing().join(', ')} missing`
}

/** nginx with the module Nchan, a peer of the relay's figures, or `null`; as root, installs Debian's packages. */
export async function ensureNchan(): Promise<{ nginx: string; module: string } | null> {
  const why = await ensurePrograms('nginx', 'nchan')
  return why === null ? { nginx: pathOf('nginx'), module: pathOf('nchan') } : null
}

const mayInstall = () => process.getuid?.() === 0 && existsSync('/usr/bin/apt-get')

async function aptInstall(...packages: string[]): Promise<void> {
  process.stdout.write(`Installing ${packages.join(', ')} from the system packages…\n`)
  // Two parts of the tests may install at once: the second waits for the first.
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

/** Arguments of Chromium in every test: headless, and quiet on a machine with no network. */
export const chromiumArgs: readonly string[] = [
  ...(process.getuid?.() === 0 ? ['--no-sandbox'] : []),
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
]

/**
 * Code is compiled once and not optimized: no page lives for long enough to gain from it, and the compiler, which works
 * beside it, took a quarter of the processor. Young objects have room for all of a page.
 */
export const SHORT_LIVED_PAGES =
  '--js-flags=--no-maglev --max-optimized-bytecode-size=0 --no-use-osr --min-semi-space-size=16'
