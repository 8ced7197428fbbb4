import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { expect, test } from 'vitest'
import { buildExtension, unpack } from '../../build/extension/build-extension.ts'

test('the linter of the add-on store has nothing to say', async () => {
  const folder = 'out/extension-lint'
  const built = await buildExtension('0.1.0', ['firefox'])
  await unpack(built.get('firefox') ?? new Map<string, Uint8Array>(), folder)
  const { stdout } = await promisify(execFile)(
    'node_modules/.bin/addons-linter',
    [folder, '--output=json', '--warnings-as-errors'],
    { maxBuffer: 10_000_000 },
  ).catch((failed: { stdout: string }) => failed)
  const { errors, warnings, notices } = JSON.parse(stdout) as Record<string, { code: string }[]>
  const codes = [errors, warnings, notices].map((found) => found?.map(({ code }) => code))
  expect(codes).toEqual([[], [], []])
})
