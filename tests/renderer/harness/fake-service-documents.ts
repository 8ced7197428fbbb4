import type { PaceState } from '#shared/api/development.ts'
import { withoutUndefined } from '#shared/domain/without-undefined.ts'
import type { CommandArgs, CommandName, TransferArgs } from '#shared/bridge/contract.ts'
import type { ServiceDocument, Attachment } from '#shared/bridge/service-documents.ts'
import { appError, type AppError, type Result } from '#shared/bridge/result.ts'
import { serviceDocumentsIn } from '#renderer/features/procedures/procedure-facts.ts'
import type { FakeBridge } from './fake-bridge.ts'
import type { Scene } from './scene.ts'
import { NOW } from './scene-base.ts'

const ok = (value: unknown): Result<unknown> => ({ ok: true, value })
const fail = (code: AppError['code']): Result<never> => ({ ok: false, error: appError(code) })

const paceOf = ({ pace }: Scene): PaceState =>
  pace ?? { paused: false, speed: 1, playing: 33, now: new Date(NOW).toISOString(), aheadMs: 0 }

let lastId = 0

/** Answers about documents of procedures, attachments and the Simulador, in memory. `null`: another command. */
export function answerServiceDocuments(
  bridge: FakeBridge,
  name: CommandName,
  args: never,
  now: number,
): Result<unknown> | null {
  const { scene } = bridge
  const { procedureId, id } = args as { procedureId?: string; id?: string }
  switch (name) {
    case 'service-documents.list':
      return ok({ serviceDocuments: serviceDocumentsOf(bridge, procedureId ?? '') })
    case 'service-documents.party': {
      const { documentId, party } = args as CommandArgs<'service-documents.party'>
      const serviceDocuments = serviceDocumentsOf(bridge, procedureId ?? '').map(
        ({ party: before, ...document }) => {
          const next = document.documentId === documentId ? party : (before ?? '')
          return { ...document, ...(next !== '' && { party: next }) }
        },
      )
      bridge.setServiceDocuments(procedureId ?? '', serviceDocuments)
      return ok({ serviceDocuments })
    }
    case 'service-documents.keep':
    case 'service-documents.drop': {
      const wanted = name === 'service-documents.keep'
      const serviceDocuments = serviceDocumentsOf(bridge, procedureId ?? '').map((serviceDocument) =>
        serviceDocument.which === 'generated'
          ? {
              ...serviceDocument,
              kept: serviceDocument.kept && wanted,
              coming: wanted && !serviceDocument.kept,
            }
          : serviceDocument,
      )
      bridge.setServiceDocuments(procedureId ?? '', serviceDocuments)
      return ok({ serviceDocuments })
    }
    case 'attachments.list':
      return ok({ attachments: attachmentsOf(bridge, procedureId) })
    case 'attachments.solve': {
      const { incidentId } = args as CommandArgs<'attachments.solve'>
      const seconds = scene.slices.settings.undoSeconds
      const attachment = { id: newId(), procedureId: procedureId ?? '', incidentId, at: now }
      return ok(
        put(
          bridge,
          seconds === 0
            ? { ...attachment, state: 'solving' }
            : { ...attachment, state: 'queued', sendAt: now + seconds * 1_000 },
        ),
      )
    }
    case 'attachments.check':
    case 'attachments.again': {
      const attachment = scene.attachments?.find((one) => one.id === id)
      if (!attachment) return fail('not-found')
      const { error: _, ...rest } = attachment
      return ok(put(bridge, { ...rest, state: name === 'attachments.check' ? 'done' : 'solving' }))
    }
    case 'attachments.cancel':
    case 'attachments.drop':
      bridge.setAttachments((scene.attachments ?? []).filter((one) => one.id !== id))
      return ok({})
    case 'simulator.abilities':
      return ok({
        available: scene.simulator ?? false,
        pace: scene.slices.profile?.environment === 'demo',
      })
    case 'simulator.pace':
      return ok(paceOf(scene))
    case 'simulator.set-pace':
      scene.pace = { ...paceOf(scene), ...withoutUndefined(args as Partial<PaceState>) }
      return ok(scene.pace)
    case 'simulator.step':
      return ok({ ...paceOf(scene), moved: paceOf(scene).playing > 0 ? 'prc_1' : null })
    case 'simulator.open-pc':
      return ok({ url: 'about:blank' })
    case 'simulator.act':
      return scene.simulator ? ok({}) : fail('no-simulator')
    case 'changes.web-page':
      return ok({ url: `https://api.operador.example/web/procedures/${id}?token=secreto` })
    default:
      return null
  }
}

/** Receives a whole document for a procedure. */
export function receiveAttachment(
  bridge: FakeBridge,
  { id = newId(), procedureId, incidentId, name, size, type }: TransferArgs<'attachments.add'>,
  now: number,
): Result<Attachment> {
  const known = bridge.scene.attachments?.find((one) => one.id === id)
  if (known) return { ok: true, value: known }
  const offline = bridge.scene.slices.connection.state === 'down'
  const attachment: Attachment = {
    id,
    procedureId,
    ...(incidentId !== undefined && { incidentId }),
    document: { name, size, type },
    state: offline ? 'queued' : 'uploading',
    ...(offline && { error: { code: 'unreachable' as const, retryable: true } }),
    at: now,
  }
  return { ok: true, value: put(bridge, attachment) }
}

/** Documents of the scene, or those named by the body. */
function serviceDocumentsOf({ scene }: FakeBridge, procedureId: string): ServiceDocument[] {
  const known = scene.serviceDocuments?.[procedureId]
  if (known) return known
  const body = scene.resources?.find(({ id }) => id === procedureId)?.body ?? {}
  return [...(serviceDocumentsIn(body, 'client') ?? []), ...(serviceDocumentsIn(body, 'generated') ?? [])]
}

const newId = () => `attachment-${++lastId}`

const attachmentsOf = ({ scene }: FakeBridge, procedureId: string | undefined): Attachment[] =>
  (scene.attachments ?? []).filter((one) => one.procedureId === procedureId)

function put(bridge: FakeBridge, attachment: Attachment): Attachment {
  const others = (bridge.scene.attachments ?? []).filter(({ id }) => id !== attachment.id)
  bridge.setAttachments([...others, attachment])
  return attachment
}

/** A document in the core's form. */
export const serviceDocument = (
  documentId: string,
  which: ServiceDocument['which'],
  type: string,
  name: string,
  rest: Partial<ServiceDocument> = {},
): ServiceDocument => ({
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
