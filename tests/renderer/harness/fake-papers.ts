import type { CommandArgs, CommandName } from '#shared/bridge/contract.ts'
import type { Paper, Supply } from '#shared/bridge/papers.ts'
import { appError, type AppError, type Result } from '#shared/bridge/result.ts'
import { papersIn } from '#renderer/features/procedures/papers-in.ts'
import type { FakeBridge } from './fake-bridge.ts'

const ok = (value: unknown): Result<unknown> => ({ ok: true, value })
const fail = (code: AppError['code']): Result<never> => ({ ok: false, error: appError(code) })

let lastId = 0

/** The papers of procedures, what is given for them and the Simulador, in memory. `null`: not one of these commands. */
export function answerPapers(
  bridge: FakeBridge,
  name: CommandName,
  args: never,
  now: number,
): Result<unknown> | null {
  const { scene } = bridge
  const { procedureId, id } = args as { procedureId?: string; id?: string }
  switch (name) {
    case 'papers.list':
      return ok({ papers: papersOf(bridge, procedureId ?? '') })
    case 'papers.keep':
    case 'papers.drop': {
      const wanted = name === 'papers.keep'
      const papers = papersOf(bridge, procedureId ?? '').map((paper) =>
        paper.which === 'generated'
          ? { ...paper, kept: paper.kept && wanted, coming: wanted && !paper.kept }
          : paper,
      )
      bridge.setPapers(procedureId ?? '', papers)
      return ok({ papers })
    }
    case 'supplies.list':
      return ok({ supplies: suppliesOf(bridge, procedureId) })
    case 'supplies.solve': {
      const { incidentId } = args as CommandArgs<'supplies.solve'>
      const seconds = scene.slices.settings.undoSeconds
      const supply = { id: newId(), procedureId: procedureId ?? '', incidentId, at: now }
      return ok(
        put(
          bridge,
          seconds === 0
            ? { ...supply, state: 'solving' }
            : { ...supply, state: 'queued', sendAt: now + seconds * 1_000 },
        ),
      )
    }
    case 'supplies.check':
    case 'supplies.again': {
      const supply = scene.supplies?.find((one) => one.id === id)
      if (!supply) return fail('not-found')
      const { error: _, ...rest } = supply
      return ok(put(bridge, { ...rest, state: name === 'supplies.check' ? 'done' : 'solving' }))
    }
    case 'supplies.cancel':
    case 'supplies.drop':
      bridge.setSupplies((scene.supplies ?? []).filter((one) => one.id !== id))
      return ok({})
    case 'simulator.abilities':
      return ok({ available: scene.simulator ?? false })
    case 'simulator.act':
      return scene.simulator ? ok({}) : fail('no-simulator')
    case 'changes.web-page':
      return ok({ url: `https://api.operador.example/web/procedures/${id}?token=secreto` })
    default:
      return null
  }
}

/** A document for a procedure arrives whole. */
export function receiveSupply(
  bridge: FakeBridge,
  {
    procedureId,
    incidentId,
    name,
    size,
    type,
  }: { [N in 'procedureId' | 'name' | 'type']: string } & {
    incidentId?: string
    size: number
  },
  now: number,
): Result<Supply> {
  const offline = bridge.scene.slices.connection.state === 'down'
  const supply: Supply = {
    id: newId(),
    procedureId,
    ...(incidentId !== undefined && { incidentId }),
    document: { name, size, type },
    state: offline ? 'queued' : 'uploading',
    ...(offline && { error: { code: 'unreachable' as const, retryable: true } }),
    at: now,
  }
  return { ok: true, value: put(bridge, supply) }
}

/** Those that the scene says, or those that the body names. */
function papersOf({ scene }: FakeBridge, procedureId: string): Paper[] {
  const known = scene.papers?.[procedureId]
  if (known) return known
  const body = scene.resources?.find(({ id }) => id === procedureId)?.body ?? {}
  return [...(papersIn(body, 'client') ?? []), ...(papersIn(body, 'generated') ?? [])]
}

const newId = () => `supply-${++lastId}`

const suppliesOf = ({ scene }: FakeBridge, procedureId: string | undefined): Supply[] =>
  (scene.supplies ?? []).filter((one) => one.procedureId === procedureId)

function put(bridge: FakeBridge, supply: Supply): Supply {
  const others = (bridge.scene.supplies ?? []).filter(({ id }) => id !== supply.id)
  bridge.setSupplies([...others, supply])
  return supply
}

/** A paper as the core tells it. */
export const paper = (
  documentId: string,
  which: Paper['which'],
  type: string,
  name: string,
  rest: Partial<Paper> = {},
): Paper => ({
  documentId,
  which,
  type,
  name,
  mime: 'application/pdf',
  kept: which === 'generated',
  coming: false,
  fileName: `${documentId}.pdf`,
  ...rest,
})
