import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { makeKeyText } from './made-up-keys.ts'
import { forbiddenIn } from '../../../build/packages/contents.ts'

let root: string
beforeEach(async () => {
  root = await mkdtemp(join(tmpdir(), 'ventanilla-contents-'))
})
afterEach(() => rm(root, { recursive: true }))

async function put(name: string, content: string | Buffer = 'x'): Promise<void> {
  await mkdir(dirname(join(root, name)), { recursive: true })
  await writeFile(join(root, name), content)
}

test('what a package has is left in peace', async () => {
  await put('node', Buffer.from('\x7fELF\0 /home/builder/node /tmp/x'))
  await put('out/main/web.js', 'const home = "/home/"; if (path.startsWith("/tmp/")) fetch("/root/")')
  await put('out/main/chunks/tests-a1b2c3d4.js', '"-----BEGIN PRIVATE KEY-----"')
  await put('out/renderer/assets/pdf.js', 'HOME:`/home/web_user`')
  await put('node_modules/x/package.json', '{"homepage":"https://example.com/home/ana/x"}')
  await put('licences/AVISOS.txt', 'Copyright (c) Ana')
  expect(await forbiddenIn([root])).toEqual([])
})

describe('what must not be in one, by its name', () => {
  test.each([
    ['tests/x.js', 'a test'],
    ['node_modules/a/test/b.js', 'a test'],
    ['out/x.spec.mjs', 'a test'],
    ['electron/web.ts', 'a source'],
    ['node_modules/a/index.d.ts', 'a source'],
    ['node_modules/a/src/addon.cc', 'a source'],
    ['node_modules/a/binding.gyp', 'a source'],
    ['out/main/web.js.map', 'a source map'],
    ['.npmrc', 'settings of development'],
    ['package-lock.json', 'settings of development'],
    ['node_modules/a/.github/dependabot.yml', 'settings of development'],
    ['.env', 'an environment'],
    ['out/.env.local', 'an environment'],
    ['feed-key.pem', 'a key or a certificate'],
    ['data/ventanilla.db', 'data of somebody'],
    ['logs/ventanilla.log', 'data of somebody'],
    ['out/main/web.js~', 'a remain of a tool'],
    ['.DS_Store', 'a remain of a tool'],
  ])('%s: %s', async (name, why) => {
    await put(name, '')
    expect(await forbiddenIn([root])).toEqual([`${name}: ${why}`])
  })
})

describe('what must not be in one, by its text', () => {
  test.each([
    ['a private key', makeKeyText('pem')],
    ['an API key of the service', makeKeyText('dev_', 32)],
    ['a secret of the relay', makeKeyText('rly_', 43)],
    ['a secret of the relay', makeKeyText('whk_', 43)],
    ['a key of another service', makeKeyText('npm_', 36)],
    ['a source map', 'x()\n//# sourceMappingURL=x.js.map'],
    ['a directory of somebody', 'const file = "/home/ana/ventanilla/x.ts"'],
    ['a directory of somebody', 'const file = "/root/ventanilla/x.ts"'],
    ['a directory of somebody', 'file:///Users/ana/ventanilla'],
    ['a directory of somebody', String.raw`const file = "C:\\Users\\Ana\\ventanilla"`],
    ['a temporary directory', '"/tmp/ventanilla/build"'],
  ])('%s', async (why, text) => {
    await put('out/main/web.js', text)
    const [found, ...others] = await forbiddenIn([root])
    expect(found).toContain(`out/main/web.js: ${why}`)
    expect(others).toEqual([])
  })
})

test('a single file is looked at too', async () => {
  await put('a.map')
  expect(await forbiddenIn([join(root, 'a.map')])).toEqual(['a.map: a source map'])
})
