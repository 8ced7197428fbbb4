import { expect, onTestFinished } from 'vitest'
import type { RelayRecord } from '#shared/api/relay-records.ts'
import { emptyForm } from '#shared/domain/procedures/fields.ts'
import { formatPart, PART_BYTES } from '#electron/core/features/drafts/handovers.rules.ts'
import type { HandoverStep } from '#electron/core/features/drafts/handover-steps.store.ts'
import { NOW, openSearchStore } from '#tests/integration/cases/search-store.ts'

const DAYS = { channel: 'email', due: '2026-11-27', next: '2026-11-27' } as const
const SECRET = Buffer.alloc(32).toString('base64url')

type Store = ReturnType<typeof openSearchStore>

/** The relay's list: the last content of each record, with compare-and-set. */
function createRelay() {
  let head = 0
  let records = new Map<string, RelayRecord>()
  let copy = { head, records: new Map(records) }
  return {
    write(id: string, after: number, body: string | null): RelayRecord {
      const present = records.get(id)
      if ((present?.seq ?? 0) === after) records.set(id, { id, seq: ++head, body })
      return records.get(id) ?? { id, seq: 0, body: null }
    },
    list: () => [...records.values()].toSorted((a, b) => a.seq - b.seq),
    keepCopy: () => void (copy = { head, records: new Map(records) }),
    restoreCopy() {
      head = copy.head + 1_000
      records = new Map(copy.records)
    },
  }
}
export type ModelRelay = ReturnType<typeof createRelay>

export function openPc(name: string, relay: ModelRelay) {
  const store = openSearchStore()
  onTestFinished(() => store.close())
  store.auditOperator(name)
  store.startSharing(name, SECRET)
  const arrive = (records: readonly RelayRecord[]) => {
    const opened = records.flatMap(({ id, seq, body }) =>
      body === null ? [] : [{ id, seq, content: body, keyId: 'key-1' }],
    )
    const removed = records.filter(({ body }) => body === null)
    store.sharedArrived(opened, null, NOW, removed)
  }
  /** What a step writes: record, number of the write that it replaces, content. */
  const writesOf = (step: HandoverStep): [string, number, string | null][] => {
    if (step.step === 'write') return [[step.recordId, step.after, step.content]]
    if (step.step === 'erase') return step.parts.map(({ recordId, seq }) => [recordId, seq, null])
    if (step.step === 'fetch' || step.step === 'join') return []
    return step.parts.map(({ recordId, seq, key }) => [recordId, seq, formatPart(key, Buffer.from('part'))])
  }
  return {
    store,
    read: () => arrive(relay.list()),
    /** @param isLost true if the PC ends before it gets the answer */
    work(isLost: boolean): boolean {
      const step = store.handoverStep([], NOW)
      if (step === null) return false
      if (step.step === 'fetch' || step.step === 'join') {
        const { id, position } = step
        const part = step.step === 'fetch' ? step.part.index : null
        const isThere = step.step === 'join' || step.part.seq > 0
        const file = `${id}/${position}/${part}`
        if (isThere && !isLost) store.handoverFetched({ id, position, part, file, key: Buffer.alloc(32) })
        return isThere
      }
      const answers = writesOf(step).map((write) => relay.write(...write))
      if (!isLost) arrive(answers)
      return true
    },
    otherList: () => store.restartShared('2.0'),
    drafts: () => store.drafts('drafts', null, 200).rows,
  }
}
export type Pc = ReturnType<typeof openPc>

/** A relay and two PCs. Each hand-over is of a new draft of Ana with a document of three parts, for Luis. */
export function openOffice() {
  const relay = createRelay()
  const [ana, luis] = [openPc('Ana', relay), openPc('Luis', relay)]
  let made = 0
  return {
    relay,
    ana,
    luis,
    /** @param asked requests to the client of the draft */
    give(asked: Parameters<Store['addClientRequests']>[1] = []) {
      const n = ++made
      const [id, draftId, taken] = [`h-${n}`, `given-${n}`, `taken-${n}`]
      ana.store.createDraft(draftId, 'transfer', { ...emptyForm(), situations: ['minor:buyer'] }, NOW)
      const document = {
        id: `file-${n}`,
        draftId,
        source: 'file' as const,
        name: 'contrato.pdf',
        type: 'sales_agreement',
        guessed: false,
        reason: null,
        reading: null,
        party: 'buyer',
        mime: 'application/pdf',
        size: 2 * PART_BYTES + 1,
        sha256: 'a'.repeat(64),
        url: null,
        key: Buffer.alloc(32),
        remoteId: null,
      }
      ana.store.addDocument(document, 10, NOW)
      ana.store.addClientRequests({ draftId }, asked, DAYS, NOW)
      const { version = 0 } = ana.store.draft(draftId)?.draft ?? {}
      const given = ana.store.giveDraft(id, { draftId, version, person: 'Luis', note: '' }, NOW)
      expect(given).toBe('given')
      const pcs = [ana, luis]
      return {
        take: () => luis.store.takeHandover(id, taken),
        withdraw: () => ana.store.withdrawHandover(id, false, NOW),
        /** The draft at Ana's PC, and what Luis' PC has made of it. */
        copies: () =>
          pcs.flatMap((pc) => pc.drafts()).filter((one) => one.id === draftId || one.id === taken),
      }
    },
  }
}

/** Both PCs work until nothing is left to do. */
export function settle(pcs: readonly Pc[]): void {
  for (let round = 0, isBusy = true; isBusy && round < 100; round++) {
    isBusy = false
    for (const pc of pcs) {
      pc.read()
      if (pc.work(false)) isBusy = true
    }
  }
}
