import type { Client, ClientPaper, PaperOffer } from '#shared/bridge/clients.ts'
import type { CommandArgs, CommandName, TransferArgs } from '#shared/bridge/contract.ts'
import { appError, fail, ok, type Result } from '#shared/bridge/result.ts'
import { clientDealerId } from '#shared/domain/dealer-board.ts'
import { partsOfDealerId } from '#shared/domain/dealer-id.ts'
import { foldText } from '#shared/domain/normalize-text.ts'
import { cleanTaxId } from '#shared/domain/tax-id.ts'
import type { FakeBridge } from './fake-bridge.ts'

/** Records of clients, by id. A client without one has only its name. */
export type FakeClients = Record<string, Client>

export const fakeClient = (id: string, fields: Partial<Client> = {}): Client => ({
  id,
  name: partsOfDealerId(id)?.name ?? '',
  taxId: '',
  email: '',
  phone: '',
  notes: '',
  version: 0,
  papers: [],
  merged: [],
  alike: [],
  tariffs: [],
  ...fields,
})

/** Clients in memory, by the rules of the core. `null` for other commands. */
export function answerClients(bridge: FakeBridge, name: CommandName, args: never): Result<unknown> | null {
  if (!name.startsWith('clients.')) return null
  const { scene } = bridge
  const clients = (scene.clients ??= {})
  const shownAs = (id: string) =>
    Object.values(clients).find(({ merged }) => merged.some((one) => one.id === id))?.id ?? id
  const nameOf = (id: string) =>
    scene.ledger?.entries.find(({ clientId }) => clientId === id)?.clientName ??
    partsOfDealerId(id)?.name ??
    ''
  const read = (id: string) => clients[shownAs(id)] ?? fakeClient(id, { name: nameOf(id) })
  const write = (client: Client) => {
    clients[client.id] = client
    bridge.changed('ledger', [])
    return ok(client)
  }
  const ofPaper = (paperId: string) =>
    Object.values(clients).find(({ papers }) => papers.some(({ id }) => id === paperId))

  switch (name) {
    case 'clients.get':
      return ok(read((args as CommandArgs<'clients.get'>).id))
    case 'clients.find': {
      const { text } = args as CommandArgs<'clients.find'>
      const known = new Set([
        ...Object.keys(clients),
        ...(scene.ledger?.entries ?? []).map(({ clientId }) => clientId),
      ])
      const rows = [...known]
        .filter((id) => partsOfDealerId(id)?.kind === 'client' && shownAs(id) === id)
        .map((id) => ({ id, name: read(id).name, taxId: read(id).taxId }))
        .filter((row) => foldText(`${row.name} ${row.taxId}`).includes(foldText(text)))
      return ok({ rows: rows.map(({ taxId: _taxId, ...row }) => row) })
    }
    case 'clients.save': {
      const { id, version, ...texts } = args as CommandArgs<'clients.save'>
      const client = read(id)
      if (client.version !== version) return fail(appError('draft-changed'))
      const other = clientDealerId(texts.name)
      if (other !== client.id && clients[other]) return fail(appError('invalid-request', { detail: 'name' }))
      return write({ ...client, ...texts, taxId: cleanTaxId(texts.taxId), version: version + 1 })
    }
    case 'clients.merge': {
      const { from, into } = args as CommandArgs<'clients.merge'>
      const [one, other] = [read(from), read(into)]
      delete clients[one.id]
      return write({
        ...other,
        papers: [...other.papers, ...one.papers],
        merged: [...other.merged, { id: one.id, name: one.name }],
        alike: other.alike.filter(({ id }) => id !== one.id),
      })
    }
    case 'clients.separate': {
      const { id } = args as CommandArgs<'clients.separate'>
      const client = read(id)
      return write({ ...client, merged: client.merged.filter((one) => one.id !== id) })
    }
    case 'clients.offers': {
      const { client, parties } = args as CommandArgs<'clients.offers'>
      const isParty = ({ id, taxId }: Client) =>
        parties.some(
          (one) => clientDealerId(one.name) === id || (taxId !== '' && cleanTaxId(one.taxId) === taxId),
        )
      const found = Object.values(clients).filter((one) => isParty(one) || clientDealerId(client) === one.id)
      return ok({
        papers: found.flatMap((one) =>
          one.papers.map((paper): PaperOffer => ({
            ...paper,
            client: one.id,
            clientName: one.name,
            isParty: isParty(one),
          })),
        ),
      })
    }
    case 'clients.change-paper': {
      const { id, ...fields } = args as CommandArgs<'clients.change-paper'>
      const client = ofPaper(id)
      if (!client) return fail(appError('not-found'))
      write({ ...client, papers: client.papers.map((one) => (one.id === id ? { ...one, ...fields } : one)) })
      return ok({})
    }
    case 'clients.remove-paper': {
      const { id } = args as CommandArgs<'clients.remove-paper'>
      const client = ofPaper(id)
      if (!client) return fail(appError('not-found'))
      write({ ...client, papers: client.papers.filter((one) => one.id !== id) })
      return ok({})
    }
    default:
      return ok({})
  }
}

/** Adds an uploaded paper. */
export function receivePaper(
  bridge: FakeBridge,
  { client: id, instead, size, ...fields }: TransferArgs<'clients.add-paper'>,
  file: File,
  now: number,
): Result<ClientPaper> {
  const clients = (bridge.scene.clients ??= {})
  const client = clients[id] ?? fakeClient(id)
  const paper: ClientPaper = {
    ...fields,
    mime: file.type,
    size,
    sha256: fields.id,
    at: now,
    person: bridge.scene.slices.office.operator,
    isHere: true,
    isShared: true,
  }
  clients[id] = { ...client, papers: [...client.papers.filter((one) => one.id !== instead), paper] }
  bridge.changed('ledger', [])
  return ok(paper)
}
