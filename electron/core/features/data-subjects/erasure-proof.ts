import type { Erasure, ErasurePc } from '#shared/bridge/audit.ts'
import { ok, type Result } from '#shared/bridge/result.ts'
import type { StoreCall } from '../../store/client.ts'
import { recordIn } from '../../store/stored-json.rules.ts'
import type { Relay } from '../relay/relay-types.ts'
import type { Keyring } from '../relay/relay.rules.ts'

export interface ErasureProofDeps {
  call: StoreCall
  relay: Pick<Relay, 'devices' | 'isHealthy' | 'records'>
}

/**
 * Tells for each PC of the office whether it has applied an erasure. The PC says so in a sealed record, and the office's
 * keyring says which PCs were removed. So the relay can neither forge a confirmation nor hide a PC that it once listed.
 */
export interface ErasureProof {
  /** Erasures of a person, or of one row of the audit record, the newest first. */
  list(of: { taxId: string } | { seq: number }): Promise<Result<{ rows: Erasure[] }>>
}

/** PC of the office, as it was last known. */
interface KnownPc {
  name: string
  seenAt: number | null
  /** True if the relay had it in its last list. */
  isListed: boolean
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
    const gone = Object.entries(known).map(([id, pc]) => [id, { ...pc, isListed: false }] as const)
    const present = answer.value.devices.map(({ id, name, seenAt }) => {
      const pc: KnownPc = { name, seenAt: seenAt === null ? null : Date.parse(seenAt), isListed: true }
      return [id, pc] as const
    })
    const next: KnownPcs = { own, pcs: Object.fromEntries([...gone, ...present]) }
    await call('setMeta', OFFICE_PCS, JSON.stringify(next))
    return next
  }

  /** State of each PC, and of those of which only a shared record tells. A PC that was removed before is left out. */
  function describePcs(
    { own, pcs }: KnownPcs,
    people: Readonly<Record<string, string>>,
    { removed }: Pick<Keyring, 'removed'>,
    { erasedAt, applied }: { erasedAt: number; applied: Readonly<Record<string, number>> },
  ): ErasurePc[] {
    const ids = new Set([own, ...Object.keys(pcs), ...Object.keys(people), ...Object.keys(applied)])
    // Until the relay has listed the PCs once, none is missing in its list.
    const isRead = Object.keys(pcs).length > 0
    return [...ids].flatMap((id): ErasurePc[] => {
      const pc = pcs[id]
      const named = {
        id,
        name: pc?.name ?? people[id] ?? '',
        isOwn: id === own,
        isListed: pc?.isListed ?? !isRead,
      }
      const [appliedAt, removedAt] = [applied[id], removed[id]]
      if (appliedAt !== undefined) return [{ ...named, state: 'applied', at: appliedAt }]
      if (removedAt === undefined) return [{ ...named, state: 'pending', at: pc?.seenAt ?? null }]
      return removedAt > erasedAt ? [{ ...named, state: 'removed', at: removedAt }] : []
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
      const keyring = await relay.records.keyring()
      return ok({
        rows: erasures.map(({ seq, at, who }, index) => {
          const applied = proofs[index] ?? null
          const erasure = applied && { erasedAt: at, applied }
          return { seq, at, who, pcs: erasure && pcs ? describePcs(pcs, people, keyring, erasure) : [] }
        }),
      })
    },
  }
}
