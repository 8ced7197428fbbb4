import { createHash } from 'node:crypto'
import type { CommandArgs, CommandResult, TransferArgs } from '#shared/bridge/contract.ts'
import type { Client, ClientPaper } from '#shared/bridge/clients.ts'
import { appError, fail, ok, type Result } from '#shared/bridge/result.ts'
import {
  FILE_ENDINGS,
  FILE_KINDS,
  fileKindOf,
  HEAD_BYTES,
  kindOfMime,
} from '#shared/domain/procedures/document-file.ts'
import { fileNameAs } from '#shared/domain/service-document-name.ts'
import type { CommandsOf, OutboundFile, TransfersOf } from '../../bridge/router.ts'
import type { Clock } from '../../runtime/clock.ts'
import { readAll, splitChunks } from '../../runtime/streams.ts'
import type { StoreCall } from '../../store/client.ts'
import type { AccountQuestions, Workspace, WorkspaceEvents } from '../../workspace-types.ts'
import type { Audit } from '../audit/audit.ts'

type Answer<N extends keyof CommandsOf<'clients'>> = Promise<Result<CommandResult<N>>>
type AddPaper = TransferArgs<'clients.add-paper'>

/** Clients of the office: records, merges and papers on file. */
export interface Clients {
  get(id: string): Answer<'clients.get'>
  find(text: string, limit: number): Answer<'clients.find'>
  save(args: CommandArgs<'clients.save'>): Answer<'clients.save'>
  merge(from: string, into: string): Answer<'clients.merge'>
  separate(id: string): Answer<'clients.separate'>
  offers(args: CommandArgs<'clients.offers'>): Answer<'clients.offers'>
  changePaper(args: CommandArgs<'clients.change-paper'>): Answer<'clients.change-paper'>
  removePaper(id: string): Answer<'clients.remove-paper'>
  addPaper(file: AddPaper, body: AsyncIterable<Uint8Array>, signal: AbortSignal): Promise<Result<ClientPaper>>
  openPaper(id: string): Promise<Result<OutboundFile>>
}

export interface ClientsDeps {
  call: StoreCall
  clock: Pick<Clock, 'now'>
  audit: Pick<Audit, 'record'>
  /** True if this session stores anything. */
  persists: () => boolean
  events: Pick<WorkspaceEvents, 'ledger' | 'noted'>
}

const REFUSALS = {
  unknown: appError('invalid-request', { detail: 'id' }),
  taken: appError('invalid-request', { detail: 'name' }),
  changed: appError('draft-changed'),
} as const

/** Creates the clients of an account. Their bytes are in the store, so a record and its papers are saved together. */
export function createClients({ call, clock, audit, persists, events }: ClientsDeps): Clients {
  const nothingPersists = () => fail(appError('nothing-persists'))

  function changed(): void {
    events.noted()
    events.ledger([])
  }

  function toAnswer(client: Client | null): Result<Client> {
    if (client === null) return fail(appError('not-found'))
    changed()
    return ok(client)
  }

  return {
    async get(id) {
      const client = await call('client', id)
      return client ? ok(client) : fail(appError('not-found'))
    },

    find: async (text, limit) => ok({ rows: await call('clientsFound', text, limit) }),

    async save({ id, version, ...texts }) {
      if (!persists()) return nothingPersists()
      const saved = await call('saveClient', id, version, texts, clock.now())
      return typeof saved === 'string' ? fail(REFUSALS[saved]) : toAnswer(saved)
    },

    async merge(from, into) {
      return persists() ? toAnswer(await call('mergeClients', from, into, clock.now())) : nothingPersists()
    },

    async separate(id) {
      return persists() ? toAnswer(await call('separateClient', id, clock.now())) : nothingPersists()
    },

    offers: async ({ client, parties }) => ok({ papers: await call('paperOffers', client, parties) }),

    async changePaper(paper) {
      if (!persists()) return nothingPersists()
      if (!(await call('changePaper', paper))) return fail(appError('not-found'))
      changed()
      return ok({})
    },

    async removePaper(id) {
      if (!(await call('removePaper', id, clock.now()))) return fail(appError('not-found'))
      changed()
      return ok({})
    },

    async addPaper({ instead, size, name, ...paper }, body, signal) {
      if (!persists()) return nothingPersists()
      const bytes = await readAll(body)
      if (signal.aborted) return fail(appError('cancelled'))
      if (bytes.byteLength !== size) return fail(appError('document-changed'))
      const kind = fileKindOf(bytes.subarray(0, HEAD_BYTES))
      if (kind === null) return fail(appError('document-not-accepted'))
      const added = await call(
        'addPaper',
        {
          ...paper,
          name: fileNameAs(name, FILE_ENDINGS[kind]),
          mime: FILE_KINDS[kind],
          sha256: createHash('sha256').update(bytes).digest('hex'),
          bytes,
          now: clock.now(),
        },
        instead ?? null,
      )
      if (added === null) return fail(appError('not-found'))
      changed()
      return ok(added)
    },

    async openPaper(id) {
      const paper = await call('paper', id)
      if (!paper) return fail(appError('not-found'))
      const bytes = await call('paperBytes', id)
      if (bytes === null) return fail(appError('document-lost'))
      const { name, mime, type, sha256 } = paper
      // The audit record is written before anything leaves.
      await audit.record({ what: 'paper.read', kind: type, identifier: '', result: 'ok', sha256 })
      const kind = kindOfMime(mime)
      return ok({
        filename: fileNameAs(name, kind === null ? ['bin'] : FILE_ENDINGS[kind]),
        contentType: mime,
        bytes: splitChunks(bytes),
      })
    },
  }
}

export const createClientCommands = ({ ask }: AccountQuestions): CommandsOf<'clients'> => ({
  'clients.get': ({ id }) => ask(({ clients }) => clients.get(id)),
  'clients.find': ({ text, limit }) => ask(({ clients }) => clients.find(text, limit)),
  'clients.save': (args) => ask(({ clients }) => clients.save(args)),
  'clients.merge': ({ from, into }) => ask(({ clients }) => clients.merge(from, into)),
  'clients.separate': ({ id }) => ask(({ clients }) => clients.separate(id)),
  'clients.offers': (args) => ask(({ clients }) => clients.offers(args)),
  'clients.change-paper': (args) => ask(({ clients }) => clients.changePaper(args)),
  'clients.remove-paper': ({ id }) => ask(({ clients }) => clients.removePaper(id)),
})

export function createClientTransfers(workspace: () => Workspace): TransfersOf<'clients'> {
  return {
    'clients.add-paper': (file, body, signal) => workspace().clients.addPaper(file, body, signal),
    'clients.paper': ({ id }) => workspace().clients.openPaper(id),
  }
}
