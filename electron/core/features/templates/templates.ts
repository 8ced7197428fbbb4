import { randomUUID } from 'node:crypto'
import type { Draft } from '#shared/bridge/procedures.ts'
import { appError, fail, ok, type Result } from '#shared/bridge/result.ts'
import type { Template } from '#shared/bridge/templates.ts'
import { withoutUndefined } from '#shared/domain/without-undefined.ts'
import type { Clock } from '../../runtime/clock.ts'
import type { StoreCall } from '../../store/client.ts'
import type { Procedures } from '../procedures/procedures.ts'
import type { TemplateForm } from './templates.store.ts'

/** Templates of procedures, for a client or dealer: made by the user, and used to begin others. */
export interface Templates {
  list(): Promise<Result<{ rows: Template[] }>>
  /** @param id `null` for a new one */
  save(id: string | null, version: number | null, form: TemplateForm): Promise<Result<Template>>
  remove(id: string): Promise<Result<Record<string, never>>>
  /** Begins a procedure with it. */
  use(id: string): Promise<Result<Draft>>
  /** Its documents become those that a draft expects. */
  expect(id: string, draftId: string): Promise<Result<Draft>>
}

export interface TemplatesDeps {
  call: StoreCall
  clock: Pick<Clock, 'now'>
  procedures: Pick<Procedures, 'create' | 'expect'>
  /** True if this session stores anything. */
  persists: () => boolean
  onChanged: (ids: string[]) => void
  /** A row of the audit record was written. */
  onNoted: () => void
}

export function createTemplates(deps: TemplatesDeps): Templates {
  const { call, clock, procedures, persists, onChanged, onNoted } = deps

  async function used(id: string, draft: Result<Draft>): Promise<Result<Draft>> {
    if (draft.ok) {
      await call('templateUsed', id, clock.now())
      onChanged([id])
    }
    return draft
  }

  return {
    list: async () => ok({ rows: await call('templates', clock.now()) }),

    async save(id, version, form) {
      if (!persists()) return fail(appError('nothing-persists'))
      const saved = await call('saveTemplate', id, version, randomUUID(), form, clock.now())
      if (saved === 'unknown') return fail(appError('not-found'))
      if (saved === 'changed') return fail(appError('draft-changed'))
      onNoted()
      onChanged([saved.id])
      const template = await call('template', saved.id, clock.now())
      return template ? ok(template) : fail(appError('not-found'))
    },

    async remove(id) {
      if (!(await call('removeTemplate', id))) return fail(appError('not-found'))
      onNoted()
      onChanged([id])
      return ok({})
    },

    async use(id) {
      const template = await call('template', id, clock.now())
      if (!template || template.kind === null) return fail(appError('not-found'))
      const { kind, fields, expected } = template
      return used(id, await procedures.create(kind, withoutUndefined(fields), expected))
    },

    async expect(id, draftId) {
      const template = await call('template', id, clock.now())
      if (!template) return fail(appError('not-found'))
      return used(id, await procedures.expect(draftId, template.expected))
    },
  }
}
