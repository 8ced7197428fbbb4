import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'

const CANDIDATES = ['/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome-stable']

/** The browser that the end-to-end tests drive, or `null`. `CHROMIUM_PATH` names another. */
export function findChromium(): string | null {
  return (
    [process.env['CHROMIUM_PATH'] ?? '', ...CANDIDATES].find((path) => path !== '' && existsSync(path)) ??
    null
  )
}

/** As `findChromium`, installing Debian's package where that is possible without asking anybody. */
export async function ensureChromium(): Promise<string | null> {
  const found = findChromium()
  if (found !== null || process.getuid?.() !== 0 || !existsSync('/usr/bin/apt-get')) return found
  process.stdout.write('Installing chromium from the system packages…\n')
  const apt = (...args: string[]) =>
    spawnSync('apt-get', args, {
      stdio: ['ignore', 'ignore', 'inherit'],
      env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' },
    })
  apt('update', '-q')
  apt('install', '-q', '-y', '--no-install-recommends', 'chromium', 'fonts-liberation')
  return findChromium()
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
