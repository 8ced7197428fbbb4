import { existsSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { mkdir, writeFile } from 'node:fs/promises'
import { createServer, type AddressInfo } from 'node:net'
import { join } from 'node:path'
import { afterAll, afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { findElectron } from '#electron/choose-host.ts'
import {
  downloadElectron,
  failedBefore,
  FIRST_BYTE_MS,
  type DownloadDeps,
} from '#electron/download-electron.ts'
import { removeTemporaryDirectories, temporaryDirectory } from '#tests/fakes/core-fixture.ts'
import { ARCHIVE, archiveOf, leftIn, packageRoot, startMirror, type Mirror } from './electron-mirror.ts'

/** Electron's own downloader and extractor, against a server of this PC. Nothing here reaches the network. */
const archive = archiveOf()
let mirror: Mirror
let root: string
let cache: string

beforeEach(async () => {
  mirror = await startMirror(archive)
  root = await packageRoot(archive)
  cache = await temporaryDirectory()
  for (const name of ['HTTP_PROXY', 'HTTPS_PROXY', 'http_proxy', 'https_proxy', 'NO_PROXY', 'no_proxy'])
    vi.stubEnv(name, undefined)
  vi.stubEnv('ELECTRON_MIRROR', mirror.url)
})
afterEach(() => vi.unstubAllEnvs())
afterAll(removeTemporaryDirectories)

const noted = () => ({ started: 0, waited: 0, progress: [] as [number, number | null][] })
const download = (seen = noted(), patience: DownloadDeps['patience'] = {}) =>
  downloadElectron({
    root,
    cacheRoot: cache,
    isHere: () => findElectron(root, {}) !== null,
    onStart: () => void seen.started++,
    onWait: () => void seen.waited++,
    onProgress: (...now) => void seen.progress.push(now),
    patience,
  })
const cached = () => readdirSync(cache, { recursive: true }).filter((name) => String(name).endsWith('.zip'))

describe('the runtime is downloaded', () => {
  test('once, as a program that runs, with its progress', async () => {
    const seen = noted()
    expect(await download(seen)).toBeNull()
    const program = findElectron(root, {})
    expect(program).toBe(join(root, 'node_modules', 'electron', 'dist', 'electron'))
    expect(statSync(program ?? '').mode & 0o111).not.toBe(0)
    expect(mirror.asked).toEqual([`/v99.0.0/${ARCHIVE}`])
    expect(seen.started).toBe(1)
    expect(seen.progress.at(-1)).toEqual([archive.length, archive.length])
    expect(leftIn(root)).toEqual(['path.txt', 'dist'])
    expect(await download()).toBeNull()
    expect(mirror.asked).toHaveLength(1)
  })

  test('through a redirect, as the real site does', async () => {
    mirror.mood = 'redirects'
    expect(await download()).toBeNull()
    expect(mirror.asked).toHaveLength(2)
  })

  test('through the proxy of the environment, an office’s only way out', async () => {
    vi.stubEnv('HTTP_PROXY', mirror.url)
    vi.stubEnv('ELECTRON_MIRROR', 'http://mirror.example/')
    expect(await download()).toBeNull()
    expect(mirror.asked).toEqual([`http://mirror.example/v99.0.0/${ARCHIVE}`])
  })

  test('from the archive that is already on this PC, without a request', async () => {
    await download()
    const other = await packageRoot(archive)
    mirror.mood = 'refuses'
    root = other
    const seen = noted()
    expect(await download(seen)).toBeNull()
    expect(findElectron(other, {})).not.toBeNull()
    expect([seen.started, mirror.asked.length]).toEqual([0, 1])
  })

  test('slowly, for as long as bytes come', async () => {
    mirror.mood = 'holds'
    const seen = noted()
    const downloading = download(seen, { firstByteMs: 2_000, stallMs: 60_000 })
    await vi.waitUntil(() => seen.progress.length > 0, { timeout: 60_000 })
    // Longer than the limit of the first byte.
    await new Promise((resolve) => setTimeout(resolve, 2_500))
    mirror.goOn()
    expect(await downloading).toBeNull()
  })

  test('over what a killed start left of it', async () => {
    const directory = join(root, 'node_modules', 'electron')
    await mkdir(join(directory, 'dist'), { recursive: true })
    await writeFile(join(directory, 'dist', 'electron'), 'half')
    await mkdir(join(directory, '.download', 'work', 'electron-download-x'), { recursive: true })
    expect(findElectron(root, {})).toBeNull()
    expect(await download()).toBeNull()
    expect(readFileSync(findElectron(root, {}) ?? '', 'utf8')).toContain('#!/bin/sh')
    expect(leftIn(root)).toEqual(['path.txt', 'dist'])
  })
})

describe('the runtime is not downloaded, and nothing is left behind', () => {
  const nothing = () => {
    expect(leftIn(root)).toEqual([])
    expect(cached()).toEqual([])
    expect(findElectron(root, {})).toBeNull()
    expect(failedBefore(root)).toBe(true)
  }

  test('an archive with another checksum', async () => {
    mirror.archive = archiveOf('echo another')
    expect(await download()).toBe('checksum')
    nothing()
  })

  test('an archive that the package knows no checksum of', async () => {
    writeFileSync(join(root, 'node_modules', 'electron', 'checksums.json'), '{"other.zip":"00"}')
    expect(await download()).toBe('checksum')
    nothing()
  })

  test('checksums of the mirror do not count', async () => {
    mirror.archive = archiveOf('echo another')
    vi.stubEnv('electron_use_remote_checksums', '1')
    expect(await download()).toBe('checksum')
    expect(mirror.asked).toHaveLength(1)
    nothing()
  })

  test('a server that accepts and says nothing', async () => {
    mirror.mood = 'says nothing'
    expect(await download(noted(), { firstByteMs: 300 })).toBe('unreachable')
    nothing()
  })

  test('a server that says nothing after half of it', async () => {
    mirror.mood = 'holds'
    expect(await download(noted(), { stallMs: 300 })).toBe('cut')
    nothing()
  })

  test('a connection that is cut in the middle', async () => {
    mirror.mood = 'cuts'
    expect(await download()).toBe('cut')
    nothing()
  })

  test('a refused connection', async () => {
    const server = createServer().listen(0, '127.0.0.1')
    await new Promise((done) => server.once('listening', done))
    const { port } = server.address() as AddressInfo
    await new Promise((done) => server.close(done))
    vi.stubEnv('ELECTRON_MIRROR', `http://127.0.0.1:${port}/`)
    expect(await download()).toBe('unreachable')
    nothing()
  })

  test('a server that does not have it', async () => {
    mirror.mood = 'refuses'
    expect(await download()).toBe('unreachable')
    nothing()
  })

  test('a place where it cannot be kept', async () => {
    writeFileSync(join(root, 'node_modules', 'electron', '.download'), '')
    expect(await download()).toBe('disk')
    expect(leftIn(root)).toEqual([])
    expect(mirror.asked).toEqual([])
  })

  test('a start without network loses less than five seconds', () => {
    expect(FIRST_BYTE_MS).toBeLessThan(5_000)
  })
})

test('a failure is forgotten once it has been downloaded', async () => {
  mirror.mood = 'refuses'
  await download()
  expect(failedBefore(root)).toBe(true)
  mirror.mood = 'gives'
  expect(await download()).toBeNull()
  expect(failedBefore(root)).toBe(false)
  expect(existsSync(join(root, 'node_modules', 'electron', '.download', 'failed.json'))).toBe(false)
})

test('two at once: the second waits, and takes what the first one got', async () => {
  mirror.mood = 'holds'
  const [one, two] = [noted(), noted()]
  const first = download(one)
  await vi.waitUntil(() => one.progress.length > 0, { timeout: 60_000 })
  const second = download(two)
  await vi.waitUntil(() => two.waited === 1, { timeout: 60_000 })
  mirror.goOn()
  expect(await Promise.all([first, second])).toEqual([null, null])
  expect([mirror.asked.length, two.started]).toEqual([1, 0])
})
