import type { CommandArgs, CommandName } from '#shared/bridge/contract.ts'
import type { Desk } from '#shared/bridge/desk.ts'
import { appError, type Result } from '#shared/bridge/result.ts'
import type { FakeBridge } from './fake-bridge.ts'

const ok = (value: unknown): Result<unknown> => ({ ok: true, value })

export const blankDesk = (): Desk => ({
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

/** What the desk writes down of one procedure, in memory. `null`: not one of these commands. */
export function answerDeskSide(bridge: FakeBridge, name: CommandName, args: never): Result<unknown> | null {
  const { id = '' } = args as { id?: string }
  const desk = (of = id) => bridge.scene.desks?.[of] ?? blankDesk()
  switch (name) {
    case 'desk.get':
      return ok(desk())
    case 'desk.save': {
      const { version, fields } = args as CommandArgs<'desk.save'>
      const now = desk()
      if (version !== now.version)
        return { ok: false, error: appError('draft-changed', { detail: String(now.version) }) }
      const saved = { ...now, version: version + 1, fields: { ...now.fields, ...(fields as object) } }
      bridge.setDesk(id, saved)
      return ok(saved)
    }
    case 'desk.pin': {
      const { pinned, why } = args as CommandArgs<'desk.pin'>
      const saved = { ...desk(), pinned, pinnedWhy: why }
      bridge.setDesk(id, saved)
      return ok(saved)
    }
    case 'desk.mark':
    case 'desk.label': {
      // Of the list's own rows, its own part of the core answers.
      if (!bridge.scene.desks) return null
      const { selection } = args as CommandArgs<'desk.mark'>
      const ids = 'ids' in selection ? selection.ids : []
      for (const one of ids) {
        const now = desk(one)
        if (name === 'desk.mark') {
          bridge.setDesk(one, { ...now, marked: (args as CommandArgs<'desk.mark'>).marked })
          continue
        }
        const { add, remove } = args as CommandArgs<'desk.label'>
        const labels = [...now.labels.filter((label) => !remove.includes(label)), ...add]
        bridge.setDesk(one, { ...now, labels: [...new Set(labels)] })
      }
      return ok({ changed: ids.length })
    }
    case 'desk.labels':
      if (!bridge.scene.desks) return null
      return ok({ labels: [...new Set(Object.values(bridge.scene.desks).flatMap(({ labels }) => labels))] })
    default:
      return null
  }
}
