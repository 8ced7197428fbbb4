import { mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { pathToFileURL } from 'node:url'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { usualDataDirectory } from '#electron/core/instance/data-directory.ts'
import { readPackagedEdition } from '#electron/packaged-edition.ts'
import { thisInstallation } from '#electron/this-installation.ts'

let installation = ''
let root = ''
beforeEach(() => {
  installation = realpathSync(mkdtempSync(join(tmpdir(), 'ventanilla-ñ d')))
  const main = join(installation, 'versions', '1.2.3', 'out', 'main')
  mkdirSync(main, { recursive: true })
  writeFileSync(join(main, '../../edition.json'), '{"package":"deb","platform":"linux-x64"}')
  root = pathToFileURL(join(main, 'web.js')).href
})
afterEach(() => rmSync(installation, { recursive: true }))

test('a packaged edition is started by its launcher, which outlives its versions', () => {
  const edition = readPackagedEdition(root)
  expect(edition).toMatchObject({ package: 'deb', installDir: installation })
  const facts = { root, isPackaged: true, edition }
  expect(thisInstallation({ ...facts, dataDir: usualDataDirectory() }).startCommand).toEqual([
    join(installation, 'ventanilla'),
  ])
  expect(thisInstallation({ ...facts, dataDir: '/otros datos' }).startCommand).toEqual([
    join(installation, 'ventanilla'),
    '--data-dir=/otros datos',
  ])
  expect(thisInstallation({ ...facts, dataDir: '/x' }).script).toBe(
    join(installation, 'versions/1.2.3/out/main/native-host.cjs'),
  )
})

test('a damaged edition is not taken for the sources', () => {
  writeFileSync(join(installation, 'versions/1.2.3/edition.json'), '{"package":"snap"}')
  expect(() => readPackagedEdition(root)).toThrow('package')
})

test('the sources are started as npm start does, by the Node that runs and from any directory', () => {
  const facts = { root: new URL('../../../electron/web.ts', import.meta.url).href, isPackaged: false }
  const start = thisInstallation({ ...facts, dataDir: usualDataDirectory() }).startCommand
  expect(start[0]).toBe(process.execPath)
  expect(start.at(-1)).toBe(resolve('electron/start.ts'))
  expect(start.slice(1, -1).filter((word) => !word.startsWith('--'))).toEqual([])
})
