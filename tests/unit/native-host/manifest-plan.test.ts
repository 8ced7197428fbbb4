import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import {
  getBrowserPlace,
  hostManifest,
  detectOwner,
  launcherText,
  parseFirstByte,
  parseRegistryText,
} from '#electron/native-host/manifests/manifest.rules.ts'
import { BROWSERS, type Browser } from '#shared/host-protocol/protocol.ts'

const place = (
  platform: NodeJS.Platform,
  browser: Browser,
  existing: readonly string[] = [],
  env: NodeJS.ProcessEnv = {},
) => {
  const home = platform === 'win32' ? String.raw`C:\Users\Ana` : '/home/ana'
  const directory = platform === 'win32' ? String.raw`C:\datos\native-host` : '/datos/native-host'
  return getBrowserPlace(browser, {
    platform,
    env,
    home,
    directory,
    exists: (path) => existing.includes(path),
  })
}
const NAME = 'es.ventanilla.host'

describe('where a browser looks for the native host', () => {
  test.each([
    ['chrome', '/home/ana/.config/google-chrome/NativeMessagingHosts'],
    ['chromium', '/home/ana/.config/chromium/NativeMessagingHosts'],
    ['edge', '/home/ana/.config/microsoft-edge/NativeMessagingHosts'],
    ['firefox', '/home/ana/.mozilla/native-messaging-hosts'],
  ] as const)('on Linux: %s', (browser, directory) => {
    expect(place('linux', browser)).toEqual({
      found: false,
      manifest: `${directory}/${NAME}.json`,
      registryKey: null,
    })
  })

  test('on Linux, where the configuration is elsewhere', () => {
    expect(place('linux', 'chrome', [], { XDG_CONFIG_HOME: '/conf' }).manifest).toEqual(
      `/conf/google-chrome/NativeMessagingHosts/${NAME}.json`,
    )
  })

  test.each([
    ['chrome', 'Google/Chrome/NativeMessagingHosts'],
    ['chromium', 'Chromium/NativeMessagingHosts'],
    ['edge', 'Microsoft Edge/NativeMessagingHosts'],
    ['firefox', 'Mozilla/NativeMessagingHosts'],
  ] as const)('on macOS: %s', (browser, directory) => {
    expect(place('darwin', browser).manifest).toEqual(
      `/home/ana/Library/Application Support/${directory}/${NAME}.json`,
    )
  })

  test.each([
    ['chrome', String.raw`HKCU\Software\Google\Chrome\NativeMessagingHosts`],
    ['chromium', String.raw`HKCU\Software\Chromium\NativeMessagingHosts`],
    ['edge', String.raw`HKCU\Software\Microsoft\Edge\NativeMessagingHosts`],
    ['firefox', String.raw`HKCU\Software\Mozilla\NativeMessagingHosts`],
  ] as const)('on Windows: %s', (browser, key) => {
    expect(place('win32', browser)).toEqual({
      found: false,
      manifest: `C:\\datos\\native-host\\${browser}.json`,
      registryKey: `${key}\\${NAME}`,
    })
  })

  test.each([
    ['linux', 'chrome', '/home/ana/.config/google-chrome/Local State'],
    ['linux', 'firefox', '/home/ana/.mozilla/firefox'],
    ['linux', 'firefox', '/home/ana/.config/mozilla/firefox'],
    ['linux', 'firefox', '/home/ana/snap/firefox/common/.mozilla/firefox'],
    ['darwin', 'edge', '/home/ana/Library/Application Support/Microsoft Edge/Local State'],
    ['darwin', 'firefox', '/home/ana/Library/Application Support/Firefox'],
    ['win32', 'edge', String.raw`C:\Users\Ana\AppData\Local\Microsoft\Edge\User Data\Local State`],
    ['win32', 'firefox', String.raw`C:\Users\Ana\AppData\Roaming\Mozilla\Firefox`],
  ] as const)('on %s, %s is found by what it leaves', (platform, browser, sign) => {
    expect(place(platform, browser, [sign]).found).toBe(true)
    for (const other of BROWSERS.filter((one) => one !== browser))
      expect(place(platform, other, [sign]).found).toBe(false)
  })

  test('Firefox reads the old folder, wherever its profiles are', () => {
    for (const parent of ['.mozilla', '.config/mozilla', 'snap/firefox/common/.mozilla'])
      expect(place('linux', 'firefox', [`/home/ana/${parent}`, `/home/ana/${parent}/firefox`])).toEqual({
        found: true,
        manifest: `/home/ana/.mozilla/native-messaging-hosts/${NAME}.json`,
        registryKey: null,
      })
  })
})

describe('the manifest', () => {
  test('lets our extension alone use the host', () => {
    for (const browser of BROWSERS) {
      const manifest = JSON.parse(hostManifest(browser, '/x/host')) as Record<string, unknown>
      const allowed =
        browser === 'firefox'
          ? { allowed_extensions: ['ventanilla@ventanilla.es'] }
          : { allowed_origins: ['chrome-extension://ofdmoeodbjhcpnkhidlebkmpajmciijk/'] }
      expect(manifest).toEqual({
        name: NAME,
        description: 'Ventanilla',
        path: '/x/host',
        type: 'stdio',
        ...allowed,
      })
    }
  })

  test('is ours only where it leads to our launcher', () => {
    expect(detectOwner(hostManifest('edge', '/x/host'), 'edge', '/x/host')).toBe('ours')
    expect(detectOwner(hostManifest('edge', '/y/host'), 'edge', '/x/host')).toBe('other')
    expect(
      detectOwner('{"path":"/x/host","allowed_origins":["chrome-extension://old/"]}', 'edge', '/x/host'),
    ).toBe('stale')
    for (const broken of ['', 'null', '[]', '{', '{"path":{}}'])
      expect(detectOwner(broken, 'edge', '/x/host')).toBe('other')
  })
})

const hostAt = (path: string, isElectron = false) => ({
  program: path,
  script: path,
  dataDir: path,
  isElectron,
})
/** Text without control characters. */
const path = fc.string({ unit: 'grapheme', maxLength: 40 }).map((text) => text.replaceAll(/\p{Cc}/gu, ''))

describe('the launcher', () => {
  test('of POSIX holds any path', () => {
    expect(launcherText(hostAt(`/home/José d'Or/$(x) "y"`), 'linux')).toBe(
      [
        '#!/bin/sh',
        '# Written by Ventanilla: starts the native host of its browser extension.',
        String.raw`exec '/home/José d'\''Or/$(x) "y"' '/home/José d'\''Or/$(x) "y"' '--data-dir=/home/José d'\''Or/$(x) "y"' "$@"`,
        '',
      ].join('\n'),
    )
  })

  test('of Windows holds any path that Windows has', () => {
    expect(launcherText(hostAt(String.raw`C:\100% & más\x`), 'win32')).toBe(
      [
        '@echo off',
        'setlocal DisableDelayedExpansion',
        'chcp 65001 >nul',
        String.raw`"C:\100%% & más\x" "C:\100%% & más\x" "--data-dir=C:\100%% & más\x" %*`,
        '',
      ].join('\r\n'),
    )
    expect(launcherText(hostAt('C:\\x\\'), 'win32')).not.toContain('chcp')
    expect(launcherText(hostAt('C:\\"x'), 'win32')).toBeNull()
  })

  test('has no line break of a path in it', () => {
    for (const platform of ['linux', 'darwin', 'win32'] as const)
      for (const character of ['\n', '\r', '\0', '\u007f'])
        expect(launcherText(hostAt(`/a${character}b`), platform)).toBeNull()
  })

  test('tells Electron to run a script', () => {
    expect(launcherText(hostAt('/x', true), 'darwin')).toContain('\nexport ELECTRON_RUN_AS_NODE=1\n')
    expect(launcherText(hostAt('/x', true), 'win32')).toContain('\r\nset ELECTRON_RUN_AS_NODE=1\r\n')
  })

  test('of Windows: every word comes out as it was, by the rules of its shell and of its programs', () => {
    fc.assert(
      fc.property(
        path.map((text) => text.replaceAll('"', '')),
        (text) => {
          const line =
            launcherText(hostAt(`C:\\${text}`), 'win32')
              ?.split('\r\n')
              .at(-2) ?? ''
          const [program, script, dataDir] = windowsWords(line.replace(/ %\*$/, ''))
          expect([program, script, dataDir]).toEqual([`C:\\${text}`, `C:\\${text}`, `--data-dir=C:\\${text}`])
        },
      ),
    )
  })
})

/** Words of a line in a command file, as cmd.exe and then the C runtime read them. */
function windowsWords(line: string): string[] {
  const expanded = line.replaceAll('%%', '\u0000').replaceAll('%', '').replaceAll('\u0000', '%')
  const words: string[] = []
  let word = ''
  let inQuotes = false
  for (let at = 0; at < expanded.length; at++) {
    const slashes = /^\\*/.exec(expanded.slice(at))?.[0].length ?? 0
    if (slashes > 0) {
      const beforeQuote = expanded[at + slashes] === '"'
      word += '\\'.repeat(beforeQuote ? Math.floor(slashes / 2) : slashes)
      at += slashes - 1
      if (beforeQuote && slashes % 2 === 1) {
        word += '"'
        at++
      }
    } else if (expanded[at] === '"') inQuotes = !inQuotes
    else if (expanded[at] === ' ' && !inQuotes) {
      words.push(word)
      word = ''
    } else word += expanded[at]
  }
  return [...words, word]
}

describe('an exported key of the registry', () => {
  const file = (...lines: string[]) =>
    `\uFEFFWindows Registry Editor Version 5.00\r\n\r\n${lines.join('\r\n')}\r\n`
  test.each([
    [
      'its default value',
      file('[HKEY_CURRENT_USER\\x]', String.raw`@="C:\\Users\\José\\a.json"`),
      String.raw`C:\Users\José\a.json`,
    ],
    ['quotes', file('[HKEY_CURRENT_USER\\x]', String.raw`@="a\"b"`), 'a"b'],
    ['none', file('[HKEY_CURRENT_USER\\x]', '"other"="y"'), null],
    [
      'that of a key below it',
      file('[HKEY_CURRENT_USER\\x]', '', '[HKEY_CURRENT_USER\\x\\y]', '@="z"'),
      null,
    ],
    ['a number', file('[HKEY_CURRENT_USER\\x]', '@=dword:00000001'), null],
    ['nothing', '', null],
  ])('has %s', (_, text, expected) => {
    expect(parseRegistryText(text)).toBe(expected)
  })

  test('has named values, of its own alone', () => {
    const run = file(
      '[HKEY_CURRENT_USER\\Run]',
      '"Otro"="Ventanilla"',
      String.raw`"Ventanilla"="\"C:\\V\\Ventanilla.exe\" --no-open"`,
      '"Aprobada"=hex:03,00,00,00,\\',
      '  00,00',
      '',
      '[HKEY_CURRENT_USER\\Run\\y]',
      '"De abajo"="z"',
    )
    expect(parseRegistryText(run, 'Ventanilla')).toBe(String.raw`"C:\V\Ventanilla.exe" --no-open`)
    expect(parseFirstByte(run, 'Aprobada')).toBe(3)
    expect([
      parseRegistryText(run, 'Aprobada'),
      parseRegistryText(run, 'De abajo'),
      parseRegistryText(run, 'ventanilla'),
    ]).toEqual([null, null, null])
    expect([parseFirstByte(run, 'Ventanilla'), parseFirstByte(run, 'Nada')]).toEqual([null, null])
  })
})
