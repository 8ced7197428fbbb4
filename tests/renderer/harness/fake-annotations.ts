import type { CommandArgs, CommandName } from '#shared/bridge/contract.ts'
import type { Annotations, CaseNote } from '#shared/bridge/cases.ts'
import { appError, type Result } from '#shared/bridge/result.ts'
import { findMentions, isSamePerson } from '#shared/domain/mentions.ts'
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
  notes: [],
  situations: [],
  labels: [],
  assigned: '',
  marked: false,
  pinned: false,
  pinnedWhy: '',
})

/** Annotations with these notes, of which the fields have the texts. */
export const withNotes = (desk: Annotations, notes: CaseNote[]): Annotations => ({
  ...desk,
  notes,
  fields: { ...desk.fields, notes: notes.map(({ text }) => text).join('\n') },
})

/** This PC's operator, and the names in annotations, notes and rows. */
function colleaguesOf({ scene }: FakeBridge) {
  const me = scene.slices.office.operator
  const desks = Object.values(scene.annotations ?? {})
  const names = [
    ...(scene.people ?? []),
    ...desks.flatMap(({ assigned, notes }) => [assigned, ...notes.map(({ author }) => author)]),
    ...Object.values(scene.caseRows ?? {}).map(({ assigned = '' }) => assigned),
  ]
  const others = [...new Set(names)].filter((name) => name !== '' && !isSamePerson(name, me))
  return { me, others: others.toSorted((a, b) => a.localeCompare(b, 'es')) }
}

/** Answers about the notes of procedures, in memory. `null`: another command. */
function answerNotes(
  bridge: FakeBridge,
  name: CommandName,
  args: never,
  now: number,
): Result<unknown> | null {
  const { scene } = bridge
  const deskOf = (noteId: string) =>
    Object.entries(scene.annotations ?? {}).find(([, { notes }]) => notes.some(({ id }) => id === noteId))
  const missing = { ok: false, error: appError('not-found') } as const
  switch (name) {
    case 'case-notes.add': {
      const { id, text } = args as CommandArgs<'case-notes.add'>
      if (!scene.annotations?.[id] && !scene.resources?.some((one) => one.id === id)) return missing
      const desk = scene.annotations?.[id] ?? blankAnnotations()
      const note = {
        id: `note ${(scene.noteCount = (scene.noteCount ?? 0) + 1)}`,
        text,
        author: scene.slices.office.operator,
        at: now,
        editedAt: null,
      }
      const saved = withNotes(desk, [note, ...desk.notes])
      bridge.setAnnotations(id, saved)
      return ok(saved)
    }
    case 'case-notes.edit': {
      const { noteId, editedAt, text } = args as CommandArgs<'case-notes.edit'>
      const [id, desk] = deskOf(noteId) ?? []
      const note = desk?.notes.find((one) => one.id === noteId)
      if (id === undefined || !desk || !note) return missing
      if (note.editedAt !== editedAt) return { ok: false, error: appError('draft-changed') }
      const notes = desk.notes.map((one) => (one === note ? { ...one, text, editedAt: now } : one))
      const saved = withNotes(desk, notes)
      bridge.setAnnotations(id, saved)
      return ok(saved)
    }
    case 'case-notes.remove': {
      const { noteIds } = args as CommandArgs<'case-notes.remove'>
      const changed = new Set<string>()
      for (const noteId of noteIds) {
        const [id, desk] = deskOf(noteId) ?? []
        const note = desk?.notes.find((one) => one.id === noteId)
        if (id === undefined || !desk || !note) continue
        scene.removedNotes = { ...scene.removedNotes, [noteId]: { ...note, procedureId: id } }
        changed.add(id)
        bridge.setAnnotations(
          id,
          withNotes(
            desk,
            desk.notes.filter((one) => one !== note),
          ),
        )
      }
      return ok({ changed: changed.size })
    }
    case 'case-notes.restore': {
      const { noteIds } = args as CommandArgs<'case-notes.restore'>
      for (const noteId of noteIds) {
        const { [noteId]: removed, ...others } = scene.removedNotes ?? {}
        if (!removed) return missing
        scene.removedNotes = others
        const { procedureId, ...note } = removed
        const desk = scene.annotations?.[procedureId] ?? blankAnnotations()
        const notes = [...desk.notes, note].toSorted((a, b) => b.at - a.at)
        bridge.setAnnotations(procedureId, withNotes(desk, notes))
      }
      return ok({ changed: noteIds.length })
    }
    default:
      return null
  }
}

/** Answers about the annotations of a procedure, in memory. `null`: another command. */
export function answerAnnotations(
  bridge: FakeBridge,
  name: CommandName,
  args: never,
  at: number,
): Result<unknown> | null {
  const { id = '' } = args as { id?: string }
  const desk = (of = id) => bridge.scene.annotations?.[of] ?? blankAnnotations()
  const ofNotes = answerNotes(bridge, name, args, at)
  if (ofNotes) return ofNotes
  switch (name) {
    case 'cases.colleagues':
      return ok(colleaguesOf(bridge))
    case 'cases.assign': {
      // Without these, the list's own fake answers.
      if (!bridge.scene.annotations) return null
      const { selection, person, note } = args as CommandArgs<'cases.assign'>
      const { me, others } = colleaguesOf(bridge)
      const carrier = [me, ...others].find((known) => isSamePerson(known, person)) ?? person
      const isTold = carrier === '' || carrier === me || findMentions(note ?? '', [carrier]).length > 0
      const text = isTold ? note : `@${carrier} ${note}`
      const noteIds: string[] = []
      let changed = 0
      for (const one of 'ids' in selection ? selection.ids : []) {
        if (note === undefined && desk(one).assigned === carrier) continue
        changed += 1
        bridge.setAnnotations(one, { ...desk(one), assigned: carrier })
        if (note === undefined) continue
        const added = answerNotes(bridge, 'case-notes.add', { id: one, text } as never, at)
        if (added?.ok) noteIds.push((added.value as Annotations).notes[0]?.id ?? '')
      }
      return ok({ changed, noteIds })
    }
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
    case 'cases.situations': {
      const { situations } = args as CommandArgs<'cases.situations'>
      const saved = { ...desk(), situations }
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
