import { hkdfSync, randomBytes, timingSafeEqual } from 'node:crypto'
import { pipeline } from 'node:stream'
import { createGunzip, createGzip } from 'node:zlib'
import * as z from 'zod'
import { appError, fail, ok, type Result } from '#shared/bridge/result.ts'
import { seal, unseal } from '../../store/sealed-stream.ts'
import { kdfSchema, newKdf, type DeriveKey, type Kdf } from '../../keychain/sealed-secrets.ts'

/**
 * Backup file format. A magic line and a line of JSON (version, key derivation, check value) are in the clear. Lines
 * of JSON follow, compressed and sealed piece by piece (store/sealed-stream.ts). So neither writing nor reading holds
 * the whole file in memory. Each file has its own salt, and so its own key. The version is part of the key, so a file
 * with an altered version cannot be opened. The last line holds the number of records.
 */
const MAGIC = 'VENTANILLA COPIA DE SEGURIDAD'
const BACKUP_VERSION = 1
/** The two clear lines are shorter. A file with a longer header is not a backup. */
const MAX_HEADER_BYTES = 2_048
/** Far above any record. A longer line would only fill the memory. */
const MAX_LINE_CHARACTERS = 32 * 1024 * 1024

const headerSchema = z.object({ version: z.int() })
const header1Schema = z.strictObject({
  version: z.literal(BACKUP_VERSION),
  // The header is untrusted. Reading it costs at most twice as much as our own header: 256 MiB, a second.
  kdf: kdfSchema.extend({ N: z.literal([2 ** 17, 2 ** 18]), p: z.literal(1) }),
  check: z.base64url(),
})

/** Reason that a file cannot be restored. The message never quotes the file. */
export class BackupError extends Error {
  readonly code: 'backup-unreadable' | 'backup-newer' | 'passphrase-wrong'

  constructor(code: BackupError['code'], detail: string) {
    super(detail)
    this.code = code
  }
}

/** Normalizes a passphrase, because keyboards compose accents in different ways. */
const normalizePassphrase = (passphrase: string): string => passphrase.normalize('NFKC')

const deriveSubkey = (master: Buffer, purpose: 'check' | 'content'): Buffer =>
  Buffer.from(hkdfSync('sha256', master, '', `ventanilla backup ${BACKUP_VERSION} ${purpose}`, 32))

export async function* writeBackup(
  records: AsyncIterable<object>,
  passphrase: string,
  derive: DeriveKey,
): AsyncGenerator<Uint8Array> {
  const kdf: Kdf = newKdf()
  const master = await derive(normalizePassphrase(passphrase), kdf)
  const check = deriveSubkey(master, 'check').toString('base64url')
  yield Buffer.from(`${MAGIC}\n${JSON.stringify({ version: BACKUP_VERSION, kdf, check })}\n`)

  async function* lines(): AsyncGenerator<string> {
    let count = 0
    for await (const record of records) {
      count++
      yield `${JSON.stringify(record)}\n`
    }
    yield `${JSON.stringify({ t: 'end', records: count })}\n`
  }
  const zipped = createGzip()
  // Errors of the pipeline reach the reader of `zipped`.
  pipeline(lines(), zipped, () => undefined)
  yield* seal(zipped, deriveSubkey(master, 'content'))
}

/**
 * Opens a backup. The result says whether its header and passphrase are valid. The records are then read one by one,
 * to the end.
 */
export async function openBackup(
  body: AsyncIterable<Uint8Array>,
  passphrase: string,
  derive: DeriveKey,
): Promise<Result<AsyncGenerator>> {
  const source = body[Symbol.asyncIterator]()
  try {
    const { header, rest } = await readHeader(source)
    const master = await derive(normalizePassphrase(passphrase), header.kdf)
    const check = Buffer.from(header.check, 'base64url')
    const own = deriveSubkey(master, 'check')
    if (check.length !== own.length || !timingSafeEqual(check, own)) return fail(appError('passphrase-wrong'))
    return ok(readRecords(prepend(rest, source), deriveSubkey(master, 'content')))
  } catch (error) {
    if (error instanceof BackupError) return fail(appError(error.code, { detail: error.message }))
    throw error
  }
}

/** Reads a backup to its end. The result says whether it is readable. */
export async function checkBackup(
  body: AsyncIterable<Uint8Array>,
  passphrase: string,
  derive: DeriveKey,
): Promise<Result<unknown>> {
  const opened = await openBackup(body, passphrase, derive)
  if (!opened.ok) return opened
  try {
    for await (const _record of opened.value);
    return ok({})
  } catch (error) {
    if (error instanceof BackupError) return fail(appError(error.code, { detail: error.message }))
    throw error
  }
}

async function readHeader(source: AsyncIterator<Uint8Array>) {
  let held = Buffer.alloc(0)
  for (;;) {
    const text = held.subarray(0, MAX_HEADER_BYTES).toString('latin1')
    const magicSoFar = text.slice(0, MAGIC.length + 1)
    if (!`${MAGIC}\n`.startsWith(magicSoFar)) throw new BackupError('backup-unreadable', 'foreign')
    const end = text.indexOf('\n', MAGIC.length + 1)
    if (end !== -1) {
      const line = held.subarray(MAGIC.length + 1, end).toString('utf8')
      return { header: parseHeader(line), rest: held.subarray(end + 1) }
    }
    if (held.length >= MAX_HEADER_BYTES) throw new BackupError('backup-unreadable', 'foreign')
    const next = await source.next()
    if (next.done) throw new BackupError('backup-unreadable', text.length > MAGIC.length ? 'cut' : 'foreign')
    held = Buffer.concat([held, next.value])
  }
}

function parseHeader(line: string): z.infer<typeof header1Schema> {
  const parsed = parse(line)
  const version = headerSchema.safeParse(parsed).data?.version
  if (version === undefined || version < BACKUP_VERSION) throw new BackupError('backup-unreadable', 'header')
  if (version > BACKUP_VERSION) throw new BackupError('backup-newer', String(version))
  const header = header1Schema.safeParse(parsed)
  if (!header.success) throw new BackupError('backup-unreadable', 'header')
  return header.data
}

async function* prepend(first: Uint8Array, rest: AsyncIterator<Uint8Array>): AsyncGenerator<Uint8Array> {
  if (first.byteLength > 0) yield first
  for (let next = await rest.next(); !next.done; next = await rest.next()) yield next.value
}

/** Reads the records. Throws a `BackupError` if the file is altered or cut, at the latest after the last record. */
async function* readRecords(sealed: AsyncIterable<Uint8Array>, key: Uint8Array): AsyncGenerator {
  const plain = createGunzip()
  pipeline(unseal(sealed, key), plain, () => undefined)
  let count = 0
  let isWhole = false
  try {
    for await (const line of splitLines(plain)) {
      if (isWhole) throw new BackupError('backup-unreadable', 'more than its end')
      const record = parse(line)
      const end = endSchema.safeParse(record)
      if (!end.success) {
        count++
        yield record
        continue
      }
      if (end.data.records !== count) throw new BackupError('backup-unreadable', 'records are missing')
      isWhole = true
    }
  } catch (error) {
    if (error instanceof BackupError) throw error
    throw new BackupError('backup-unreadable', 'damaged')
  } finally {
    plain.destroy()
  }
  if (!isWhole) throw new BackupError('backup-unreadable', 'cut')
}

const endSchema = z.strictObject({ t: z.literal('end'), records: z.int() })

async function* splitLines(source: AsyncIterable<Uint8Array>): AsyncGenerator<string> {
  const decoder = new TextDecoder('utf-8', { fatal: true })
  let held = ''
  for await (const chunk of source) {
    held += decoder.decode(chunk, { stream: true })
    if (held.length > MAX_LINE_CHARACTERS) throw new BackupError('backup-unreadable', 'a record is too long')
    const lines = held.split('\n')
    held = lines.pop() ?? ''
    yield* lines
  }
  if (held !== '') throw new BackupError('backup-unreadable', 'cut')
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}

/** Makes a token that names one reading of a file. The token need not be secret. */
export const newToken = (): string => randomBytes(16).toString('base64url')
