import type { TransferName } from '#shared/bridge/contract.ts'
import { type AppError, appError, type Result } from '#shared/bridge/result.ts'
import type { TransferOptions } from '#renderer/bridge.ts'
import type { FakeBridge } from './fake-bridge.ts'
import { readCopy } from './fake-office.ts'
import { readPlateList } from '#shared/domain/plates/list.ts'
import { decodeText } from '#shared/domain/text-encoding.ts'
import { receivePaper } from './fake-clients.ts'
import { receivePlateList } from './fake-plate-lists.ts'
import { receiveDocument } from './fake-procedures.ts'
import { receiveAttachment } from './fake-service-documents.ts'
import type { Latency } from './latency.ts'
import { samplePdf } from './sample-pdf.ts'

export interface FakeTransferParts {
  now: () => number
  latency: () => Latency
  /** Counts as an answer about to come until the moment. */
  wait: (moment: Promise<void>) => Promise<void>
  /** Resolves with `release`. */
  hold: () => Promise<void>
}

export interface FakeTransfers {
  read(name: string, args: unknown, options?: TransferOptions): Promise<Result<Blob>>
  save(name: string, args: unknown, options?: TransferOptions): Promise<Result<void>>
  send(name: string, args: unknown, file: File, options?: TransferOptions): Promise<Result<never>>
}

/** Files to and from the in-memory core. */
export function createFakeTransfers(
  bridge: FakeBridge,
  { now, latency, wait, hold }: FakeTransferParts,
): FakeTransfers {
  function read(name: string, args: unknown, options: TransferOptions = {}): Promise<Result<Blob>> {
    if (name === 'procedures.document' || name === 'service-documents.open')
      return document(name, args as { documentId: string }, options)
    const { pdf, refuses } = bridge.scene
    if (name === 'training.sample') {
      const refusal = refuses?.[name]
      if (refusal) return refuse(name, args, refusal)
      return transfer(
        name,
        args,
        options,
        new Blob([samplePdf([[(args as { type: string }).type]]) as BlobPart]),
      )
    }
    if (name === 'clients.paper') {
      const refusal = bridge.scene.refuses?.[name]
      if (refusal) return refuse(name, args, refusal)
      const page = samplePdf([[`PAPEL ${(args as { id: string }).id}`]])
      return transfer(name, args, options, new Blob([page as BlobPart], { type: 'application/pdf' }))
    }
    if (name === 'scans.file') {
      const refusal = refuses?.[name]
      if (refusal) return refuse(name, args, refusal)
      const page = samplePdf([[`ESCANEADO ${(args as { id: string }).id}`]])
      return transfer(name, args, options, new Blob([page as BlobPart], { type: 'application/pdf' }))
    }
    if (pdf && !(pdf instanceof Uint8Array)) return refuse(name, args, pdf)
    return transfer(name, args, options, new Blob([(pdf ?? new Uint8Array()) as BlobPart]))
  }

  function save(name: string, args: unknown, options: TransferOptions = {}): Promise<Result<void>> {
    const refusal = bridge.scene.refuses?.[name as TransferName]
    if (refusal) return refuse(name, args, refusal)
    return transfer(name, args, options, undefined)
  }

  async function send(
    name: string,
    args: unknown,
    file: File,
    options: TransferOptions = {},
  ): Promise<Result<never>> {
    if (name === 'procedures.document-add') {
      const half = { loaded: file.size / 2, total: file.size }
      const arrived = await transfer(name, args, options, null, half)
      const refusal = bridge.scene.refuses?.[name]
      if (refusal) return { ok: false, error: refusal }
      if (!arrived.ok) return arrived
      return (await receiveDocument(bridge, args as never, file, now())) as Result<never>
    }
    if (name === 'clients.add-paper') {
      const arrived = await transfer(name, args, options, null)
      const refusal = bridge.scene.refuses?.[name]
      if (refusal) return { ok: false, error: refusal }
      if (!arrived.ok) return arrived
      return receivePaper(bridge, args as never, file, now()) as Result<never>
    }
    if (name === 'lookup.plates-in-file') {
      const text = decodeText(new Uint8Array(await file.arrayBuffer()))
      if (text === null) return refuse(name, args, appError('file-unreadable'))
      const { plates, unread } = readPlateList(text)
      const vrms = plates.map(({ plate, repaired }) => ({ vrm: plate.vrm, repaired }))
      const value = { plates: vrms.slice(0, 200), unread: [...unread], more: vrms.length > 200 }
      return transfer(name, args, options, value as never)
    }
    if (name === 'plate-lists.create') {
      const arrived = await transfer(name, args, options, null)
      const refusal = bridge.scene.refuses?.[name]
      if (refusal) return { ok: false, error: refusal }
      if (!arrived.ok) return arrived
      return (await receivePlateList(bridge, args as never, file, now())) as Result<never>
    }
    if (name === 'contacts.import') {
      const value = bridge.scene.imported ?? { added: 0, updated: 0, refused: [] }
      return transfer(name, { file: file.name }, options, value as never)
    }
    if (name === 'training.add') {
      const refusal = bridge.scene.refuses?.[name]
      if (refusal) return refuse(name, { file: file.name }, refusal)
      const value = { id: 'propio', title: 'Escenario de la oficina' }
      return transfer(name, { file: file.name }, options, value as never)
    }
    if (name === 'backup.read') {
      const arrived = await transfer(name, args, options, null)
      if (!arrived.ok) return arrived
      return readCopy(bridge.scene.office ?? {}, (args as { passphrase: string }).passphrase) as Result<never>
    }
    if (name === 'attachments.add') {
      const half = { loaded: file.size / 2, total: file.size }
      const arrived = await transfer(name, args, options, null, half)
      const refusal = bridge.scene.refuses?.[name]
      if (refusal) return { ok: false, error: refusal }
      if (!arrived.ok) return arrived
      return receiveAttachment(bridge, args as never, now()) as Result<never>
    }
    const value = { plates: bridge.scene.plates, unread: [], more: false } as never
    return transfer(name, { ...(args as object), file: file.name }, options, value)
  }

  function document(
    name: string,
    args: { documentId: string },
    options: TransferOptions,
  ): Promise<Result<Blob>> {
    const bytes = bridge.scene.files?.[args.documentId]
    if (bytes instanceof Uint8Array) return transfer(name, args, options, new Blob([bytes as BlobPart]))
    return refuse(name, args, bytes ?? fail('document-lost').error)
  }

  async function refuse(
    name: string,
    args: unknown,
    error: AppError,
  ): Promise<{ ok: false; error: AppError }> {
    bridge.calls.push({ name, args })
    const { arrive, answer } = latency()
    await wait(arrive().then(answer))
    return { ok: false, error }
  }

  async function transfer<T>(
    name: string,
    args: unknown,
    options: TransferOptions,
    value: T,
    progress = { loaded: 40, total: 100 },
  ): Promise<Result<T>> {
    bridge.calls.push({ name, args })
    options.onProgress?.(progress)
    const { arrive, answer } = latency()
    const stopped = new Promise<true>((resolve) => {
      if (options.signal?.aborted) resolve(true)
      else options.signal?.addEventListener('abort', () => resolve(true), { once: true })
    })
    const arrived = bridge.scene.transfersHang ? hold() : wait(arrive().then(answer))
    if (await Promise.race([stopped, arrived])) return fail('cancelled')
    return { ok: true, value }
  }

  return { read, save, send }
}

const fail = (code: AppError['code']): { ok: false; error: AppError } => ({
  ok: false,
  error: { code, retryable: false },
})
