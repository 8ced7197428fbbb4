import { createHash } from 'node:crypto'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { fetchNodePackage, NODE_DISTRIBUTIONS } from '../../../build/packages/node-distributions.ts'

const { packages } = JSON.parse(readFileSync('package-lock.json', 'utf8')) as {
  packages: Record<string, { version: string; integrity: string }>
}

let cache = ''
beforeEach(() => {
  cache = mkdtempSync(join(tmpdir(), 'ventanilla-node-'))
})
afterEach(() => rmSync(cache, { recursive: true }))

test.for(['linux-x64', 'linux-arm64', 'win32-x64'] as const)(
  '%s carries the Node that the project is developed on',
  (platform) => {
    const { name, version, integrity } = NODE_DISTRIBUTIONS[platform]
    expect(packages[`node_modules/${name}`]).toMatchObject({ version, integrity })
  },
)

test('every Node is of a line that the bundles are made for', () => {
  const target = /target: 'node(\d+)'/.exec(readFileSync('electron.vite.config.ts', 'utf8'))?.[1]
  for (const { version } of Object.values(NODE_DISTRIBUTIONS))
    expect(Number(version.split('.')[0])).toBeGreaterThanOrEqual(Number(target))
})

test('takes from the cache what is as it was recorded, and asks nobody', async () => {
  const bytes = 'the package'
  const integrity = `sha512-${createHash('sha512').update(bytes).digest('base64')}`
  writeFileSync(join(cache, 'node-of-nowhere-1.0.0.tgz'), bytes)
  const distribution = { name: 'node-of-nowhere', version: '1.0.0', integrity }
  expect(await fetchNodePackage(distribution, cache)).toBe(join(cache, 'node-of-nowhere-1.0.0.tgz'))
})
