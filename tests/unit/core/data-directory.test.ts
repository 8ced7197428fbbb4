import envPaths from 'env-paths'
import { expect, test } from 'vitest'
import { usualDataDirectory } from '#electron/core/instance/data-directory.ts'
import { resolveDataDirectory } from '#relay/cli/place.ts'

test.each([
  ['linux', {}, '/home/ana', '/home/ana/.local/share/Ventanilla'],
  ['linux', { XDG_DATA_HOME: '/datos' }, '/home/ana', '/datos/Ventanilla'],
  ['darwin', {}, '/Users/ana', '/Users/ana/Library/Application Support/Ventanilla'],
  ['win32', {}, String.raw`C:\Users\ana`, String.raw`C:\Users\ana\AppData\Local\Ventanilla\Data`],
  ['win32', { LOCALAPPDATA: String.raw`D:\local` }, 'C:', String.raw`D:\local\Ventanilla\Data`],
] as const)('on %s with %o', (platform, env, home, expected) => {
  expect(usualDataDirectory({ platform, env, home })).toBe(expected)
})

test('is the one of earlier versions, which another module computed', () => {
  expect(usualDataDirectory()).toBe(envPaths('Ventanilla', { suffix: '' }).data)
  expect(resolveDataDirectory(null)).toBe(envPaths('ventanilla-relay', { suffix: '' }).data)
})
