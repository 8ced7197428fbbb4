import type { Attachment } from '#shared/bridge/service-documents.ts'
import { appError, type Result } from '#shared/bridge/result.ts'
import { recogniseDocument } from '#shared/domain/procedures/recognise-document.ts'
import type { SolvableIncident } from '#renderer/features/procedures/batch-state.ts'
import { createBatch, type BatchDeps } from '#renderer/features/procedures/batch.ts'

export const file = (name: string, content = name) =>
  new File([`%PDF-1.4 ${content}`], name, { type: 'application/pdf' })
const attachment = (id: string): Attachment => ({ id, procedureId: 'p', state: 'uploading', at: 0 })

export const INCIDENTS: readonly SolvableIncident[] = [
  { id: 'i1', title: 'DNI', type: 'national_id' },
  { id: 'i2', title: 'Otra', type: '' },
]

/** Batch over a core that answers as the test says. */
export function desk(
  answer: (id: string, tries: number) => Result<Attachment> | 'hang',
  recognise: BatchDeps['recognise'] = ({ name }, missing) =>
    Promise.resolve(recogniseDocument({ name, missing })),
) {
  const sent: { id: string; name: string; type: string; goal: string | null }[] = []
  const outcomes: { sent: number; left: number }[] = []
  let lastId = 0
  const send: BatchDeps['send'] = ({ id, file: { name }, type, goal }, { signal }) => {
    sent.push({ id, name, type, goal })
    const tries = sent.filter((one) => one.id === id).length
    const result = answer(id, tries)
    if (result !== 'hang') return Promise.resolve(result)
    return new Promise((resolve) =>
      signal.addEventListener('abort', () => resolve({ ok: false, error: appError('cancelled') })),
    )
  }
  const batch = createBatch({
    newId: () => `id-${++lastId}`,
    recognise,
    send,
    onGiven: () => {},
    onSent: ({ sent: n, left }) => outcomes.push({ sent: n, left }),
  })
  /** What the procedure says now. */
  const learn = (incidents: readonly SolvableIncident[]) =>
    batch.learn({
      incidents,
      presetType: (goal) => incidents.find(({ id }) => id === goal)?.type ?? '',
      maxBytes: 1_000,
      missing: () => [],
    })
  learn(INCIDENTS)
  const items = () => batch.store.getState().items
  const ready = async () => {
    while (items().some(({ state }) => state === 'checking'))
      await new Promise((resolve) => setTimeout(resolve, 1))
  }
  return { batch, items, ready, learn, sent, outcomes }
}
export const takes = (id: string): Result<Attachment> => ({ ok: true, value: attachment(id) })
