import { spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { failedEntry, nativeHostTexts as text } from '#shared/text/hosts.ts'

const command = fileURLToPath(new URL('../../../electron/extension-command.ts', import.meta.url))
const isBuilt = existsSync(fileURLToPath(new URL('../../../out/main/native-host.cjs', import.meta.url)))

let home = ''
beforeEach(() => {
  home = mkdtempSync(join(tmpdir(), 'ventanilla-home-'))
})
afterEach(() => rmSync(home, { recursive: true, force: true }))

/** `npm run extension -- …`, in a home of its own. */
function extension(...args: string[]) {
  const env = { ...process.env, HOME: home, XDG_CONFIG_HOME: '', XDG_DATA_HOME: '' }
  const { status, stdout, stderr } = spawnSync(process.execPath, [command, ...args], {
    env,
    encoding: 'utf8',
  })
  return { status, lines: stdout.trim().split('\n'), errors: stderr.trim() }
}

test.each([[['wat']], [['install', 'netscape']], [['install', 'firefox', 'chrome']], [['--wat']]])(
  '%j is answered with what there is',
  (args) => {
    expect(extension(...args)).toEqual({ status: 2, lines: [''], errors: text.usage })
    expect(readdirSync(home)).toEqual([])
  },
)

test('says how each browser is, and writes nothing', () => {
  mkdirSync(join(home, '.mozilla', 'firefox'), { recursive: true })
  const { status, lines } = extension('status')
  expect(status).toBe(0)
  expect(lines).toEqual([
    'Chrome: sin conectar (no lo has abierto en este equipo)',
    'Chromium: sin conectar (no lo has abierto en este equipo)',
    'Edge: sin conectar (no lo has abierto en este equipo)',
    'Firefox: sin conectar',
  ])
  expect(readdirSync(home)).toEqual(['.mozilla'])
})

test('connects the browsers that it finds and undoes it, or says what is missing for it', () => {
  mkdirSync(join(home, '.mozilla', 'firefox'), { recursive: true })
  const installed = extension('install')
  if (!isBuilt) {
    expect(installed).toEqual({ status: 1, lines: [''], errors: text.notBuilt })
    return
  }
  expect(installed.status).toBe(0)
  expect(installed.lines).toContain('Firefox: conectado con Ventanilla')
  expect(installed.lines.at(-1)).toBe(text.nextStep)
  expect(existsSync(join(home, '.mozilla/native-messaging-hosts/es.ventanilla.host.json'))).toBe(true)
  expect(existsSync(join(home, '.config'))).toBe(false)
  expect(extension('uninstall').lines).toContain('Firefox: sin conectar')
  expect(readdirSync(join(home, '.mozilla', 'native-messaging-hosts'))).toEqual([])
})

test('says which folder it could not write, and what to do', ({ skip }) => {
  if (!isBuilt) skip('out/main is not built')
  writeFileSync(join(home, '.mozilla'), 'a file')
  const { status, errors } = extension('install', 'firefox')
  expect(status).toBe(1)
  expect(errors).toBe(
    failedEntry.unwritable(join(home, '.mozilla/native-messaging-hosts/es.ventanilla.host.json')),
  )
})
