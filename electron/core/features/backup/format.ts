import { hkdfSync, randomBytes, timingSafeEqual } from 'node:crypto'
import { pipeline } from 'node:stream'
import { createGunzip, createGzip } from 'node:zlib'
import * as z from 'zod'
import { appError, fail, ok, type Result } from '#shared/bridge/result.ts'
import { seal, unseal } from '../../store/sealed-stream.ts'
import { kdfSchema, newKdf, type DeriveKey, type Kdf } from '../../keychain/sealed-secrets.ts'

/**
 * Backup file format: a magic line, a line of JSON (version, key derivation, a check value), and then lines
 * of JSON, compressed and sealed piece by piece (store/sealed-stream.ts), so that neither
 * writing nor reading holds it whole. Each file has its own salt, and so its own key. The version is part of
 * the key, so that an altered one opens nothing. The last line holds the number of records.
 */
const MAGIC = 'VENTANILLA COPIA DE SEGURIDAD'
const BACKUP_VERSION = 1
/** The two clear lines are shorter; a longer header is another kind of file. */
const MAX_HEADER_BYTES = 2_048
/** Far above any record: a longer line would only fill the memory. */
const MAX_LINE_CHARACTERS = 32 * 1024 * 1024

const headerSchema = z.object({ version: z.int() })
const header1Schema = z.strictObject({
  version: z.literal(BACKUP_VERSION),
  // The header is untrusted: at most twice the cost of ours (256 MiB, a second) is spent on reading one.
  kdf: kdfSchema.extend({ N: z.literal([2 ** 17, 2 ** 18]), p: z.literal(1) }),
  check: z.base64url(),
})

/** Reason that a file cannot be restored. Never its content. */
export class BackupError extends Error {
  readonly code: 'backup-unreadable' | 'backup-newer' | 'passphrase-wrong'

  constructor(code: BackupError['code'], detail: string) {
    super(detail)
    this.code = code
  }
}

/** Normalizes a passphrase: the keyboard's way of composing accents must not matter. */
const normal = (passphrase: string): string => passphrase.normalize('NFKC')

const subKey = (master: Buffer, purpose: 'check' | 'content'): Buffer =>
  Buffer.from(hkdfSync('sha256', master, '', `ventanilla backup ${BACKUP_VERSION} ${purpose}`, 32))

export async function* writeBackup(
  records: AsyncIterable<object>,
  passphrase: string,
  derive: DeriveKey,
): AsyncGenerator<Uint8Array> {
  const kdf: Kdf = newKdf()
  const master = await derive(normal(passphrase), kdf)
  const check = subKey(master, 'check').toString('base64url')
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
  // Its errors reach the reader of `zipped`.
  pipeline(lines(), zipped, () => undefined)
  yield* seal(zipped, subKey(master, 'content'))
}

/** Opens a backup: the first result tells whether it is readable; the records follow, to their end. */
export async function openBackup(
  body: AsyncIterable<Uint8Array>,
  passphrase: string,
  derive: DeriveKey,
): Promise<Result<AsyncGenerator>> {
  const source = body[Symbol.asyncIterator]()
  try {
    const { header, rest } = await readHeader(source)
    const master = await derive(normal(passphrase), header.kdf)
    const check = Buffer.from(header.check, 'base64url')
    const own = subKey(master, 'check')
    if (check.length !== own.length || !timingSafeEqual(check, own)) return fail(appError('passphrase-wrong'))
    return ok(recordsOf(joined(rest, source), subKey(master, 'content')))
  } catch (error) {
    if (error instanceof BackupError) return fail(appError(error.code, { detail: error.message }))
    throw error
  }
}

/** Reads a backup to its end, and throws the reason if it is unreadable. */
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
      return { header: headerOf(line), rest: held.subarray(end + 1) }
    }
    if (held.length >= MAX_HEADER_BYTES) throw new BackupError('backup-unreadable', 'foreign')
    const next = await source.next()
    if (next.done) throw new BackupError('backup-unreadable', text.length > MAGIC.length ? 'cut' : 'foreign')
    held = Buffer.concat([held, next.value])
  }
}

function headerOf(line: string): z.infer<typeof header1Schema> {
  const parsed = parse(line)
  const version = headerSchema.safeParse(parsed).data?.version
  if (version === undefined || version < BACKUP_VERSION) throw new BackupError('backup-unreadable', 'header')
  if (version > BACKUP_VERSION) throw new BackupError('backup-newer', String(version))
  const header = header1Schema.safeParse(parsed)
  if (!header.success) throw new BackupError('backup-unreadable', 'header')
  return header.data
}

async function* joined(first: Uint8Array, rest: AsyncIterator<Uint8Array>): AsyncGenerator<Uint8Array> {
  if (first.byteLength > 0) yield first
  for (let next = await rest.next(); !next.done; next = await rest.next()) yield next.value
}

/** Throws a `BackupError` for any alteration or cut, at the latest at the end. */
async function* recordsOf(sealed: AsyncIterable<Uint8Array>, key: Uint8Array): AsyncGenerator {
  const plain = createGunzip()
  pipeline(unseal(sealed, key), plain, () => undefined)
  let count = 0
  let isWhole = false
  try {
    for await (const line of linesOf(plain)) {
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

async function* linesOf(source: AsyncIterable<Uint8Array>): AsyncGenerator<string> {
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

/** Token of a reading of a file; it need not be secret. */
export const newToken = (): string => randomBytes(16).toString('base64url')
