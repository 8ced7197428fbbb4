import type { CommandArgs, CommandName } from '#shared/bridge/contract.ts'
import type { Annotations } from '#shared/bridge/cases.ts'
import { appError, type Result } from '#shared/bridge/result.ts'
import type { FakeBridge } from './fake-bridge.ts'

const ok = (value: unknown): Result<unknown> => ({ ok: true, value })

export const blankAnnotations = (): Annotations => ({
  version: 0,
  fields: {
    client: '',
    sellerName: '',
    sellerTaxId: '',
    buyerName: '',
    buyerTaxId: '',
    contractDate: '',
    notes: '',
  },
  labels: [],
  marked: false,
  pinned: false,
  pinnedWhy: '',
})

/** Answers about the annotations of a procedure, in memory. `null`: another command. */
export function answerAnnotations(
  bridge: FakeBridge,
  name: CommandName,
  args: never,
): Result<unknown> | null {
  const { id = '' } = args as { id?: string }
  const desk = (of = id) => bridge.scene.annotations?.[of] ?? blankAnnotations()
  switch (name) {
    case 'annotations.get':
      return ok(desk())
    case 'annotations.save': {
      const { version, fields } = args as CommandArgs<'annotations.save'>
      const now = desk()
      if (version !== now.version)
        return { ok: false, error: appError('draft-changed', { detail: String(now.version) }) }
      const saved = { ...now, version: version + 1, fields: { ...now.fields, ...(fields as object) } }
      bridge.setAnnotations(id, saved)
      return ok(saved)
    }
    case 'cases.pin': {
      const { pinned, why } = args as CommandArgs<'cases.pin'>
      const saved = { ...desk(), pinned, pinnedWhy: why }
      bridge.setAnnotations(id, saved)
      return ok(saved)
    }
    case 'cases.mark':
    case 'cases.label': {
      // Without these, the list's own fake answers.
      if (!bridge.scene.annotations) return null
      const { selection } = args as CommandArgs<'cases.mark'>
      const ids = 'ids' in selection ? selection.ids : []
      for (const one of ids) {
        const now = desk(one)
        if (name === 'cases.mark') {
          bridge.setAnnotations(one, { ...now, marked: (args as CommandArgs<'cases.mark'>).marked })
          continue
        }
        const { add, remove } = args as CommandArgs<'cases.label'>
        const labels = [...now.labels.filter((label) => !remove.includes(label)), ...add]
        bridge.setAnnotations(one, { ...now, labels: [...new Set(labels)] })
      }
      return ok({ changed: ids.length })
    }
    case 'cases.labels':
      if (!bridge.scene.annotations) return null
      return ok({
        labels: [...new Set(Object.values(bridge.scene.annotations).flatMap(({ labels }) => labels))],
      })
    default:
      return null
  }
}
