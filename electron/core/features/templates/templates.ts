import { randomUUID } from 'node:crypto'
import type { Draft } from '#shared/bridge/procedures.ts'
import { appError, fail, ok, type Result } from '#shared/bridge/result.ts'
import type { Template } from '#shared/bridge/templates.ts'
import { withoutUndefined } from '#shared/domain/without-undefined.ts'
import type { CommandsOf } from '../../bridge/router.ts'
import type { Clock } from '../../runtime/clock.ts'
import type { StoreCall } from '../../store/client.ts'
import type { AccountQuestions } from '../../workspace-types.ts'
import type { Procedures } from '../procedures/procedures.ts'
import type { TemplateForm } from './templates.store.ts'

/** Templates of procedures, for a client or dealer. The user makes them and starts procedures with them. */
export interface Templates {
  list(): Promise<Result<{ rows: Template[] }>>
  /** @param id `null` for a new template */
  save(id: string | null, version: number | null, form: TemplateForm): Promise<Result<Template>>
  remove(id: string): Promise<Result<Record<string, never>>>
  /** Starts a procedure with the template. */
  use(id: string): Promise<Result<Draft>>
  /** Records that a draft was filled in with the template. */
  recordUse(id: string): Promise<Result<Record<string, never>>>
}

export interface TemplatesDeps {
  call: StoreCall
  clock: Pick<Clock, 'now'>
  procedures: Pick<Procedures, 'create'>
  /** True if this session stores anything. */
  persists: () => boolean
  onChanged: (ids: string[]) => void
  /** Called after a row of the audit record was written. */
  onNoted: () => void
}

export function createTemplates(deps: TemplatesDeps): Templates {
  const { call, clock, procedures, persists, onChanged, onNoted } = deps

  async function recordUse(id: string): Promise<void> {
    await call('templateUsed', id, clock.now())
    onChanged([id])
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
      const draft = await procedures.create(kind, withoutUndefined(fields), expected)
      if (draft.ok) await recordUse(id)
      return draft
    },

    async recordUse(id) {
      await recordUse(id)
      return ok({})
    },
  }
}

export function createTemplateCommands({ ask }: AccountQuestions): CommandsOf<'templates'> {
  return {
    'templates.list': () => ask(({ templates }) => templates.list()),
    'templates.save': ({ id, version, ...form }) =>
      ask(({ templates }) => templates.save(id ?? null, version ?? null, form)),
    'templates.remove': ({ id }) => ask(({ templates }) => templates.remove(id)),
    'templates.use': ({ id }) => ask(({ templates }) => templates.use(id)),
    'templates.used': ({ id }) => ask(({ templates }) => templates.recordUse(id)),
  }
}
