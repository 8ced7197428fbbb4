import { createHash } from 'node:crypto'
import { constants, type Stats } from 'node:fs'
import { type FileHandle, lstat, open, readdir } from 'node:fs/promises'
import { extname, join } from 'node:path'
import { MAX_SCANS, noScans, type ScanFolderSlice, type ScannedFile } from '#shared/bridge/scan-folder.ts'
import { appError, fail, ok, type Result } from '#shared/bridge/result.ts'
import { FILE_ENDINGS, FILE_KINDS, fileKindOf, HEAD_BYTES } from '#shared/domain/procedures/document-file.ts'
import type { CommandsOf, OutboundFile, TransfersOf } from '../../bridge/router.ts'
import { type BackgroundLoopDeps, createBackgroundLoop } from '../../runtime/background-loop.ts'
import type { StoreCall } from '../../store/client.ts'
import { textsIn } from '../../store/stored-json.rules.ts'
import type { AccountQuestions, Workspace } from '../../workspace-types.ts'

/**
 * Folder into which the office's scanner writes. It is often on a network drive, so the folder is listed from time to
 * time instead of watched, and a drive that does not answer blocks nothing else.
 */
export interface ScanFolder {
  start(): void
  /** Call this when the folder in the settings changed. */
  settingsChanged(): void
  dismiss(ids: readonly string[]): Promise<Result<Record<string, never>>>
  read(id: string): Promise<Result<OutboundFile>>
  stop(): Promise<void>
}

export interface ScanFolderDeps extends Pick<BackgroundLoopDeps, 'clock' | 'log' | 'supervisor'> {
  call: StoreCall
  /** Folder of the settings; '' without one. */
  folder: () => string
  onState: (state: ScanFolderSlice) => void
}

/** A document or picture in the folder. */
interface Found {
  /** Hash of name, size and time of change. A file that was overwritten is another one. */
  id: string
  name: string
  bytes: number
  at: number
}

const SETTING = 'scan-folder'
const POLL_MS = 3_000
const RETRY_MS = 15_000
/** Time after which a folder counts as unreachable, in milliseconds. */
const SLOW_MS = 10_000
/** Time without a change after which a file is offered although its end is missing, in milliseconds. */
const CUT_MS = 60_000
/** A slow folder is listed less often: at most this part of the time. */
const BUSY_SHARE = 0.1
const MAX_OFFERED = 20
/** Ids of files that are no longer offered. More than a folder has, for a drive that is away for a time. */
const MAX_SEEN = 5 * MAX_SCANS
const ENDINGS: ReadonlySet<string> = new Set(Object.values(FILE_ENDINGS).flat())
/** Scanners and Office write hidden files, and files with these first characters, while they work. */
const PROVISIONAL = /^[.~]/
/** Last bytes examined for the end of a file. */
const TAIL_BYTES = 1_024

export function createScanFolder(deps: ScanFolderDeps): ScanFolder {
  const { call, folder, clock, onState, ...rest } = deps
  let state = noScans
  /** Folder that the fields below are about. */
  let current = ''
  let seen = new Set<string>()
  let found: readonly Found[] = []
  /** Ids of the previous round, with the time of the first one that had them. */
  let settled = new Map<string, { since: number; isWhole: boolean }>()
  /** Listing under way. A drive that does not answer may keep it for minutes. */
  let listing: { path: string; files: Promise<Found[] | 'crowded' | null> } | null = null

  function setState(next: ScanFolderSlice): void {
    if (JSON.stringify(next) === JSON.stringify(state)) return
    state = next
    onState(next)
  }

  async function saveSeen(): Promise<void> {
    const here = new Set(found.map(({ id }) => id))
    const gone = [...seen].filter((id) => !here.has(id))
    const ids = [...gone, ...[...seen].filter((id) => here.has(id))].slice(-MAX_SEEN)
    seen = new Set(ids)
    await call('setMeta', SETTING, JSON.stringify([current, ...ids]))
  }

  /** Everything that is in a folder when it is chosen was there before, and is not offered. */
  async function openFolder(path: string): Promise<void> {
    const [stored, ...ids] = textsIn((await call('meta', SETTING)) ?? '[]')
    current = path
    settled = new Map()
    seen = new Set(stored === path ? ids : found.map(({ id }) => id))
    if (stored !== path) await saveSeen()
  }

  /** @returns the files, or `null` if the folder cannot be read now */
  async function waitForListing(path: string): Promise<readonly Found[] | null> {
    if (listing?.path !== path) listing = { path, files: listFolder(path).catch(() => null) }
    let answer: Found[] | 'crowded' | null | undefined
    const answered = listing.files.then((value) => (answer = value))
    await loop.pause(SLOW_MS, answered)
    if (answer !== undefined) listing = null
    if (folder() !== path) return null
    if (answer === 'crowded') setState({ ...noScans, state: 'crowded' })
    else if (!answer) setState({ ...state, state: 'unreachable' })
    return Array.isArray(answer) ? answer : null
  }

  const loop = createBackgroundLoop({
    name: 'scan-folder',
    clock,
    ...rest,
    async round() {
      const path = folder()
      if (path === '') {
        current = ''
        setState(noScans)
        return Infinity
      }
      const began = clock.elapsed()
      const files = await waitForListing(path)
      if (files === null) return folder() === path ? RETRY_MS : 0
      found = files
      if (current !== path) await openFolder(path)
      await settle(path)
      publish()
      return Math.max(POLL_MS, (clock.elapsed() - began) / BUSY_SHARE)
    },
  })

  /** Looks at the files that did not change since the last round. A scanner writes a long document for a while. */
  async function settle(path: string): Promise<void> {
    const before = settled
    settled = new Map()
    for (const { id, name } of found) {
      if (seen.has(id)) continue
      const known = before.get(id)
      const isWhole = known !== undefined && (known.isWhole || (await hasItsEnd(join(path, name))))
      settled.set(id, { since: known?.since ?? clock.now(), isWhole })
    }
  }

  function publish(): void {
    const now = clock.now()
    const offered = found.flatMap((file): ScannedFile[] => {
      const known = settled.get(file.id)
      if (known === undefined || seen.has(file.id)) return []
      const isCut = !known.isWhole
      return isCut && now - known.since < CUT_MS ? [] : [{ ...file, isCut }]
    })
    offered.sort((a, b) => b.at - a.at || a.name.localeCompare(b.name, 'es'))
    setState({ state: 'on', files: offered.slice(0, MAX_OFFERED), total: offered.length })
  }

  return {
    start: loop.start,
    settingsChanged: loop.wake,
    async dismiss(ids) {
      for (const id of ids) seen.add(id)
      if (current !== '') await saveSeen()
      if (state.state === 'on') publish()
      return ok({})
    },
    async read(id) {
      const file = found.find((one) => one.id === id)
      const opened = file && (await openFile(join(current, file.name)).catch(() => null))
      if (!file || !opened) return fail(appError('not-found'))
      if (scanId(file.name, await opened.stat()) !== id) {
        await opened.close()
        return fail(appError('not-found'))
      }
      const head = await readAt(opened, 0, HEAD_BYTES)
      const kind = fileKindOf(head)
      return ok({
        filename: file.name,
        contentType: kind === null ? 'application/octet-stream' : FILE_KINDS[kind],
        // The stream closes the file.
        bytes: opened.createReadStream({ start: 0 }) as AsyncIterable<Uint8Array>,
      })
    },
    stop: loop.stop,
  }
}

const scanId = (name: string, { size, mtimeMs }: Pick<Stats, 'size' | 'mtimeMs'>): string =>
  createHash('sha256').update(`${name}\0${size}\0${mtimeMs}`).digest('base64url').slice(0, 22)

/** Documents and pictures of a folder. Folders within it and links are left out. */
async function listFolder(path: string): Promise<Found[] | 'crowded'> {
  const names = (await readdir(path)).filter(
    (name) => !PROVISIONAL.test(name) && ENDINGS.has(extname(name).slice(1).toLowerCase()),
  )
  if (names.length > MAX_SCANS) return 'crowded'
  const files: Found[] = []
  for (const name of names) {
    // A file may disappear between the listing and this line.
    const stats = await lstat(join(path, name)).catch(() => null)
    if (stats?.isFile() !== true || stats.size === 0) continue
    files.push({ id: scanId(name, stats), name, bytes: stats.size, at: stats.mtimeMs })
  }
  return files
}

/** Opens a file to read, but no link to one. `O_RDONLY` is 0, and Windows has no `O_NOFOLLOW`. */
const openFile = (path: string): Promise<FileHandle> => open(path, constants.O_NOFOLLOW ?? constants.O_RDONLY)

async function readAt(file: FileHandle, at: number, bytes: number): Promise<Uint8Array> {
  const { bytesRead, buffer } = await file.read(Buffer.alloc(bytes), 0, bytes, at)
  return buffer.subarray(0, bytesRead)
}

/** True if the file ends like one of its kind: a scanner may still be writing the rest. */
async function hasItsEnd(path: string): Promise<boolean> {
  const file = await openFile(path).catch(() => null)
  if (file === null) return false
  try {
    const { size } = await file.stat()
    const kind = fileKindOf(await readAt(file, 0, HEAD_BYTES))
    const tail = Buffer.from(await readAt(file, Math.max(0, size - TAIL_BYTES), TAIL_BYTES))
    if (kind === 'pdf') return tail.includes('%%EOF')
    if (kind === 'jpeg') return tail.includes(Buffer.from([0xff, 0xd9]))
    if (kind === 'png') return tail.includes('IEND')
    return kind === 'heic'
  } catch {
    return false
  } finally {
    await file.close()
  }
}

export function createScanCommands({ ask }: AccountQuestions): CommandsOf<'scans'> {
  return { 'scans.dismiss': ({ ids }) => ask(({ scans }) => scans.dismiss(ids)) }
}

export function createScanTransfers(workspace: () => Workspace): TransfersOf<'scans'> {
  return { 'scans.file': ({ id }) => workspace().scans.read(id) }
}
