import type { Erasure, ErasurePc } from '#shared/bridge/audit.ts'
import { ok, type Result } from '#shared/bridge/result.ts'
import type { StoreCall } from '../../store/client.ts'
import { recordIn } from '../../store/stored-json.rules.ts'
import type { Relay } from '../relay/relay-types.ts'

export interface ErasureProofDeps {
  call: StoreCall
  relay: Pick<Relay, 'devices' | 'isHealthy'>
}

/**
 * Tells for each PC of the office whether it has applied an erasure. The PC says so in a sealed record, so the relay
 * can forge no confirmation. A PC that was once listed stays listed, so the relay cannot hide one either.
 */
export interface ErasureProof {
  /** Erasures of a person, or of one row of the audit record, the newest first. */
  list(of: { taxId: string } | { seq: number }): Promise<Result<{ rows: Erasure[] }>>
}

/** PC of the office, as it was last known. */
interface KnownPc {
  name: string
  seenAt: number | null
  isRemoved: boolean
}

/** PCs of the office by id, for the PC `own`. With another relay this PC has another id, and the office other PCs. */
interface KnownPcs {
  own: string
  pcs: Record<string, KnownPc>
}

const OFFICE_PCS = 'office-pcs'
/** Erasures of a person that are listed. */
const MAX_LISTED = 20

export function createErasureProof({ call, relay }: ErasureProofDeps): ErasureProof {
  async function readPcs(): Promise<KnownPcs | null> {
    const own = (await call('sharing'))?.device
    if (own === undefined) return null
    const stored = recordIn((await call('meta', OFFICE_PCS)) ?? '') as Partial<KnownPcs>
    const known = stored.own === own && stored.pcs ? stored.pcs : {}
    const answer = relay.isHealthy ? await relay.devices() : null
    if (!answer?.ok) return { own, pcs: known }
    const gone = Object.entries(known).map(([id, pc]) => [id, { ...pc, isRemoved: true }] as const)
    const present = answer.value.devices.map(({ id, name, seenAt }) => {
      const pc: KnownPc = { name, seenAt: seenAt === null ? null : Date.parse(seenAt), isRemoved: false }
      return [id, pc] as const
    })
    const next: KnownPcs = { own, pcs: Object.fromEntries([...gone, ...present]) }
    await call('setMeta', OFFICE_PCS, JSON.stringify(next))
    return next
  }

  /** State of each PC, and of those of which only a shared record tells. */
  function describePcs(
    { own, pcs }: KnownPcs,
    people: Readonly<Record<string, string>>,
    applied: Readonly<Record<string, number>>,
  ): ErasurePc[] {
    const ids = new Set([own, ...Object.keys(pcs), ...Object.keys(people), ...Object.keys(applied)])
    // Until the relay has listed the PCs once, this PC cannot tell that one was removed.
    const isListed = Object.keys(pcs).length > 0
    return [...ids].map((id) => {
      const pc = pcs[id]
      const isRemoved = pc?.isRemoved ?? isListed
      const named = { id, name: pc?.name ?? people[id] ?? '', isOwn: id === own }
      const at = applied[id]
      if (at !== undefined) return { ...named, state: 'applied', at }
      return { ...named, state: isRemoved ? 'removed' : 'pending', at: pc?.seenAt ?? null }
    })
  }

  return {
    async list(of) {
      const { rows } =
        'seq' in of
          ? await call('auditList', 'person.erase', null, of.seq + 1, 1)
          : await call('auditList', 'person.erase', of.taxId, null, MAX_LISTED)
      const erasures = 'seq' in of ? rows.filter(({ seq }) => seq === of.seq) : rows
      const proofs = await call(
        'erasureProofs',
        erasures.map(({ seq }) => seq),
      )
      const pcs = proofs.some((proof) => proof !== null) ? await readPcs() : null
      const people = await call('sharedPeople')
      return ok({
        rows: erasures.map(({ seq, at, who }, index) => {
          const applied = proofs[index] ?? null
          return { seq, at, who, pcs: applied && pcs ? describePcs(pcs, people, applied) : [] }
        }),
      })
    },
  }
}
