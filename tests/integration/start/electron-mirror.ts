import { createHash, randomBytes } from 'node:crypto'
import { cpSync, existsSync, mkdirSync, readdirSync, symlinkSync, utimesSync, writeFileSync } from 'node:fs'
import { createServer, type ServerResponse } from 'node:http'
import type { AddressInfo, Socket } from 'node:net'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { zipSync } from 'fflate'
import { onTestFinished } from 'vitest'
import { temporaryDirectory } from '#tests/fakes/core-fixture.ts'

const REPOSITORY = fileURLToPath(new URL('../../..', import.meta.url))
const VERSION = '99.0.0'
export const ARCHIVE = `electron-v${VERSION}-${process.platform}-${process.arch}.zip`

/** Unix mode of a program in a zip. */
const PROGRAM = { os: 3, attrs: 0o100755 << 16 }

/** Archive of a runtime whose program writes its arguments, and large enough to be cut. */
export function archiveOf(script = 'echo "electron $@"'): Buffer {
  const files = {
    electron: [Buffer.from(`#!/bin/sh\n${script}\n`), PROGRAM],
    version: Buffer.from(VERSION),
    padding: [randomBytes(300_000), { level: 0 }],
  } as const
  return Buffer.from(zipSync(files as unknown as Parameters<typeof zipSync>[0]))
}

/**
 * A project's folder with the package of an Electron whose runtime is not there: its real downloader and its
 * real extractor, its checksums those of `archive`.
 */
export async function packageRoot(archive: Buffer): Promise<string> {
  const root = await temporaryDirectory()
  const modules = join(root, 'node_modules')
  mkdirSync(join(modules, 'electron'), { recursive: true })
  for (const name of readdirSync(join(REPOSITORY, 'node_modules')))
    if (name !== 'electron' && !name.startsWith('.'))
      symlinkSync(join(REPOSITORY, 'node_modules', name), join(modules, name))
  const write = (name: string, content: object) =>
    writeFileSync(join(modules, 'electron', name), JSON.stringify(content))
  write('package.json', { name: 'electron', version: VERSION })
  write('checksums.json', { [ARCHIVE]: createHash('sha256').update(archive).digest('hex') })
  return root
}

/** The same with `npm start` in it, and bundles that only write their arguments. */
export async function startRoot(archive: Buffer): Promise<string> {
  const root = await packageRoot(archive)
  for (const name of ['electron', 'shared', 'package.json'])
    cpSync(join(REPOSITORY, name), join(root, name), { recursive: true })
  mkdirSync(join(root, 'out', 'main'), { recursive: true })
  writeFileSync(join(root, 'out', 'main', 'web.js'), "console.log('web', ...process.argv.slice(2))")
  writeFileSync(join(root, 'out', '.built'), '')
  const later = new Date(Date.now() + 3_600_000)
  utimesSync(join(root, 'out', '.built'), later, later)
  return root
}

/** What is left of a runtime, whole or not, and of its download. */
export const leftIn = (root: string): string[] => {
  const directory = join(root, 'node_modules', 'electron')
  return ['path.txt', 'dist', '.download/work'].filter((name) => existsSync(join(directory, name)))
}

/** `holds` gives half of it and waits for `goOn`. */
type Mood = 'gives' | 'holds' | 'says nothing' | 'cuts' | 'refuses' | 'redirects'

export interface Mirror {
  /** For `ELECTRON_MIRROR`. */
  readonly url: string
  archive: Buffer
  mood: Mood
  /** Paths that were asked for. */
  readonly asked: string[]
  /** Gives the other half to those that wait. */
  goOn(): void
}

/** A real server in the place of the one that Electron is downloaded from. */
export async function startMirror(archive: Buffer): Promise<Mirror> {
  const sockets = new Set<Socket>()
  const held = new Set<ServerResponse>()
  const server = createServer((request, response) => {
    const path = request.url ?? ''
    mirror.asked.push(path)
    const whole = mirror.archive
    const half = whole.subarray(0, whole.length / 2)
    if (mirror.mood === 'says nothing') return
    if (mirror.mood === 'refuses') return void response.writeHead(404).end('no')
    if (mirror.mood === 'redirects' && !path.startsWith('/elsewhere'))
      return void response.writeHead(302, { location: `/elsewhere${path}` }).end()
    response.writeHead(200, { 'content-length': whole.length })
    if (mirror.mood === 'gives' || mirror.mood === 'redirects') return void response.end(whole)
    response.write(half, () => {
      if (mirror.mood === 'cuts') response.destroy()
      else held.add(response)
    })
  })
  server.on('connection', (socket) => sockets.add(socket))
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
  onTestFinished(() => {
    for (const socket of sockets) socket.destroy()
    server.close()
  })
  const mirror: Mirror = {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/`,
    archive,
    mood: 'gives',
    asked: [],
    goOn() {
      for (const response of held) response.end(mirror.archive.subarray(mirror.archive.length / 2))
      held.clear()
    },
  }
  return mirror
}
